import { resealPageSize, type SealedPages } from "@/lib/platform/backup/reseal";
import { type Connections, run, type Statement } from "@/lib/platform/database";
import type { SecretBox } from "@/lib/platform/secret-box";
import { dayMs, minuteMs } from "@/lib/platform/values/time.rules";
import type { IdempotencyKey as KeptKey } from "@/prisma/generated/client";
import type { ClaimResult, IdempotencyKey, IdempotencyStore } from "./idempotency.port";
import { ownerOf, tryCompleteIdempotency } from "./idempotency-completion.store";

const leaseMs = minuteMs;
const keptMs = dayMs;

/**
 * Idempotency keys in Postgres. Times are the caller's: different clocks only make a lease seem shorter or longer. The
 * lease in the row prevents double work: it only moves forward, and the writer of an answer must still hold it.
 */
export function createIdempotencyStore(
  { pool, prisma }: Connections,
  secretBox: SecretBox,
): IdempotencyStore {
  return {
    claim: async (key, fingerprint, now) => {
      const leasedUntil = new Date(now.getTime() + leaseMs);
      const { projectId } = key;
      const claimed = await run(pool, claimKey, [
        projectId,
        key.key,
        fingerprint,
        leasedUntil,
        now,
        new Date(now.getTime() - keptMs),
      ]);
      if (claimed.length > 0) return { kind: "claimed", claim: { projectId, key: key.key, leasedUntil } };
      const row = await prisma.idempotencyKey.findUnique({
        where: { projectId_key: { projectId, key: key.key } },
      });
      return row === null ? { kind: "in_flight" } : whyNot(row, key, fingerprint, secretBox);
    },

    complete: async (completion) => {
      await tryCompleteIdempotency(pool, secretBox, completion);
    },

    release: async ({ projectId, key, leasedUntil }) => {
      await prisma.idempotencyKey.deleteMany({ where: { projectId, key, leasedUntil } });
    },

    prune: async (now, limit) => {
      const before = new Date(now.getTime() - keptMs);
      const pruned = await run(pool, pruneKeys, [before, limit]);
      return pruned.length;
    },
  };
}

/** It may have been given back or answered since the claim was refused: what is found now counts. */
function whyNot(row: KeptKey, key: IdempotencyKey, fingerprint: string, secretBox: SecretBox): ClaimResult {
  if (row.fingerprint !== fingerprint) return { kind: "other_request" };
  if (row.statusCode === null || row.responseBody === null) return { kind: "in_flight" };
  const body = secretBox.open(row.responseBody, ownerOf(key));
  return { kind: "answered", answer: { status: row.statusCode, body } };
}

/**
 * New, expired, or left by a dead holder. Of several at once the unique key admits one; the others wait for its row and
 * are checked against it. SQL: Prisma's upsert takes no condition on the row that it meets.
 */
const claimKey: Statement = {
  name: "idempotency_claim",
  text: `
    INSERT INTO idempotency_keys AS kept (project_id, key, fingerprint, leased_until, created_at)
    VALUES ($1, $2, $3, $4::timestamptz, $5::timestamptz)
    ON CONFLICT (project_id, key) DO UPDATE SET
      fingerprint = excluded.fingerprint, leased_until = excluded.leased_until, created_at = excluded.created_at,
      status_code = NULL, response_body = NULL
    WHERE kept.created_at <= $6::timestamptz
      OR (kept.leased_until <= $5::timestamptz AND kept.fingerprint = excluded.fingerprint)
    RETURNING key`,
};

/**
 * Oldest first. Skips keys in use. Selected in a CTE, which runs once: a join could repeat the selection for each
 * compared row, and select another LIMIT each time. SQL: Prisma has no SKIP LOCKED.
 */
const pruneKeys: Statement = {
  name: "idempotency_prune",
  text: `
    WITH chosen AS (
      SELECT project_id, key FROM idempotency_keys WHERE created_at <= $1::timestamptz
      ORDER BY created_at, key LIMIT $2 FOR UPDATE SKIP LOCKED
    )
    DELETE FROM idempotency_keys AS old USING chosen
    WHERE old.project_id = chosen.project_id AND old.key = chosen.key
    RETURNING old.key`,
};

/** Every kept answer, for a new data key. They are kept for a day. */
export async function* sealedAnswers({ prisma }: Connections): SealedPages {
  for (let after = { projectId: "", key: "" }; ; ) {
    const { projectId, key } = after;
    const rows = await prisma.idempotencyKey.findMany({
      where: {
        responseBody: { not: null },
        OR: [{ projectId: { gt: projectId } }, { projectId, key: { gt: key } }],
      },
      orderBy: [{ projectId: "asc" }, { key: "asc" }],
      take: resealPageSize,
    });
    yield rows.flatMap(({ responseBody, ...own }) =>
      responseBody === null
        ? []
        : {
            sealed: responseBody,
            owner: ownerOf(own),
            save: (resealed: string) =>
              prisma.idempotencyKey.updateMany({
                where: { projectId: own.projectId, key: own.key, responseBody },
                data: { responseBody: resealed },
              }),
          },
    );
    const last = rows.at(-1);
    if (rows.length < resealPageSize || last === undefined) return;
    after = last;
  }
}
