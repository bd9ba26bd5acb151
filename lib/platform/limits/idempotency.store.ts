import { type Connections, type Queryable, run, type Statement } from "@/lib/platform/database";
import { resealPageSize, type SealedPages, type SecretBox } from "@/lib/platform/secret-box";
import { dayMs, minuteMs } from "@/lib/platform/values/time.rules";
import type { IdempotencyKey as KeptKey } from "@/prisma/generated/client";
import {
  type ClaimResult,
  type Completion,
  type IdempotencyKey,
  type IdempotencyStore,
  LeaseLostError,
} from "./idempotency.port";

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

/**
 * Saves an answer if the claim still holds its key: the lease's end in the row is the fencing token of the latest
 * claim. An expired claim that no one else took is still valid. Takes the five values of `completionValues`.
 *
 * @param value the SQL of the value at a position, from 1
 * @param rows where the values are a table's: its FROM clause, and what to return of it
 */
export const completionUpdate = (
  value: (place: number) => string,
  rows: { from: string; returning: string } = { from: "", returning: "key" },
) => `
  UPDATE idempotency_keys
  SET status_code = ${value(4)}::int, response_body = ${value(5)}, leased_until = NULL ${rows.from}
  WHERE project_id = ${value(1)} AND key = ${value(2)} AND leased_until = ${value(3)}::timestamptz
  RETURNING ${rows.returning}`;

/** Saved answers are sealed: a refund's answer contains a link to money, of which only a hash is stored elsewhere. */
export function completionValues(secretBox: SecretBox, { claim, answer }: Completion): unknown[] {
  const { projectId, key, leasedUntil } = claim;
  return [projectId, key, leasedUntil, answer.status, secretBox.seal(answer.body, ownerOf(claim))];
}

/** The owner of a sealed answer. A project's id has no slash. */
function ownerOf({ projectId, key }: IdempotencyKey): string {
  return `${projectId}/${key}`;
}

/** SQL: commits with the result that it answers for, on a `pg` connection or in Prisma's transaction. */
const keepAnswer: Statement = {
  name: "idempotency_complete",
  text: completionUpdate((place) => `$${place}`),
};

/** Saves the answer; false when the claim lost the key. */
async function tryCompleteIdempotency(
  connection: Queryable,
  secretBox: SecretBox,
  completion: Completion,
): Promise<boolean> {
  const rows = await run(connection, keepAnswer, completionValues(secretBox, completion));
  return rows.length > 0;
}

/**
 * Saves the answer in the transaction of its effect. Call it last: other requests with the same key wait from here to
 * the commit.
 *
 * @throws LeaseLostError when the claim lost the key; the transaction must not commit
 */
export async function completeIdempotency(
  connection: Queryable,
  secretBox: SecretBox,
  completion: Completion,
): Promise<void> {
  if (!(await tryCompleteIdempotency(connection, secretBox, completion)))
    throw new LeaseLostError("the idempotency key was taken over");
}
