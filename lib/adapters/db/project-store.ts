import type { Hex, TokenRef } from "@/lib/core/checkout";
import type { KeyHolder, Project, ProjectStore } from "@/lib/services/ports/project-store";
import type { Database } from "./database";
import { run, type Statement } from "./database";

const lastUsedPrecisionMs = 60_000;

/** Projects and their keys in Postgres. `findKeyHolder` is hot: one round trip, prepared once. */
export function createProjectStore({ pool, prisma }: Pick<Database, "pool" | "prisma">): ProjectStore {
  const beingNoted = new Set<string>();

  /** Nobody waits for it, and a failure costs only a note that the next use makes. */
  function noteUse(keyId: string, now: Date): void {
    if (beingNoted.has(keyId)) return;
    beingNoted.add(keyId);
    run(pool, noteKeyUse, [keyId, now, new Date(now.getTime() - lastUsedPrecisionMs)])
      .catch(() => undefined)
      .finally(() => beingNoted.delete(keyId));
  }

  return {
    findKeyHolder: async (keyHash, now) => {
      const [row] = await run<KeyHolderRow>(pool, findKeyHolder, [keyHash, now]);
      if (row === undefined) return null;
      if (row.last_used_at === null || now.getTime() - row.last_used_at.getTime() >= lastUsedPrecisionMs) {
        noteUse(row.key_id, now);
      }
      return toKeyHolder(row);
    },

    findById: async (projectId) => {
      const row = await prisma.project.findFirst({
        where: { id: projectId, deletedAt: null },
        include: {
          acceptedTokens: { orderBy: [{ chainId: "asc" }, { tokenAddress: "asc" }] },
          allowedOrigins: { orderBy: { origin: "asc" } },
        },
      });
      if (row === null) return null;
      return {
        id: row.id,
        name: row.name,
        settlementWallet: row.settlementWallet as Hex,
        refundMode: row.refundMode,
        settlementPolicy: row.settlementPolicy,
        toleranceBps: row.toleranceBps,
        apiKeyCreatesCheckouts: row.apiKeyCreatesCheckouts,
        acceptedTokens: row.acceptedTokens.map(({ chainId, tokenAddress }) => ({
          chainId,
          tokenAddress: tokenAddress as Hex,
        })),
        allowedOrigins: row.allowedOrigins.map(({ origin }) => origin),
      };
    },
  };
}

type KeyHolderRow = {
  key_id: string;
  kind: "SERVER" | "API";
  last_used_at: Date | null;
  project_id: string;
  name: string;
  settlement_wallet: Hex;
  refund_mode: Project["refundMode"];
  settlement_policy: Project["settlementPolicy"];
  tolerance_bps: number;
  api_key_creates_checkouts: boolean;
  accepted_tokens: TokenRef[];
  allowed_origins: string[];
};

const findKeyHolder: Statement = {
  name: "project_find_key_holder",
  text: `
    SELECT key.id AS key_id, key.kind, key.last_used_at, project.id AS project_id, project.name,
      project.settlement_wallet, project.refund_mode, project.settlement_policy, project.tolerance_bps,
      project.api_key_creates_checkouts,
      (
        SELECT coalesce(
          json_agg(json_build_object('chainId', token.chain_id, 'tokenAddress', token.token_address)
            ORDER BY token.chain_id, token.token_address), '[]')
        FROM accepted_tokens AS token WHERE token.project_id = project.id
      ) AS accepted_tokens,
      ARRAY(
        SELECT allowed.origin FROM allowed_origins AS allowed
        WHERE allowed.project_id = project.id ORDER BY allowed.origin
      ) AS allowed_origins
    FROM api_keys AS key JOIN projects AS project ON project.id = key.project_id
    WHERE key.hash = $1 AND key.revoked_at IS NULL AND (key.expires_at IS NULL OR key.expires_at > $2)
      AND project.deleted_at IS NULL`,
};

const noteKeyUse: Statement = {
  name: "project_note_key_use",
  text: `
    UPDATE api_keys SET last_used_at = $2::timestamptz
    WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $3::timestamptz)`,
};

function toKeyHolder(row: KeyHolderRow): KeyHolder {
  return {
    keyId: row.key_id,
    kind: row.kind === "SERVER" ? "server" : "api",
    project: {
      id: row.project_id,
      name: row.name,
      settlementWallet: row.settlement_wallet,
      refundMode: row.refund_mode,
      settlementPolicy: row.settlement_policy,
      toleranceBps: row.tolerance_bps,
      apiKeyCreatesCheckouts: row.api_key_creates_checkouts,
      acceptedTokens: row.accepted_tokens,
      allowedOrigins: row.allowed_origins,
    },
  };
}
