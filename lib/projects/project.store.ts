import type { AuditEntry } from "@/lib/accounts/audit.store";
import type { ConfirmationSpeed } from "@/lib/chain/confirmation-policy.rules";
import type { TokenRef } from "@/lib/chain/token.rules";
import { type Database, type Queryable, read, run, type Statement } from "@/lib/platform/database";
import { coalesce } from "@/lib/platform/time-limit";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { minuteMs } from "@/lib/platform/values/time.rules";
import type { ApiKeyKind, ApiKeyUse } from "@/lib/projects/keys/api-key.rules";
import { changeProject } from "./project-lifecycle.store";

/** A project for the use cases. */
export type Project = {
  id: string;
  name: string;
  /** SHA-256 of its logo, hex; null without a logo. */
  logoDigest: string | null;
  settlementWallet: Hex;
  refundMode: "STRICT" | "CONVENIENT";
  settlementPolicy: "IMMEDIATE" | "BATCHED" | "MANUAL";
  toleranceBps: number;
  confirmationSpeed: ConfirmationSpeed;
  apiKeyUse: ApiKeyUse;
  apiKeyCreatesCheckouts: boolean;
  /** Limit of the Server API; null for the service's default. */
  serverRequestsPerMinute: number | null;
  /** A smaller checkout is refused. */
  minimumUnits: bigint;
  /** Refunds by API up to this sum per day need no approval. */
  refundDailyLimitUnits: bigint;
  /** Wallets that a create may name; empty for any. */
  allowedWallets: readonly Hex[];
  acceptedTokens: readonly TokenRef[];
  /** Browser origins that may call keyed endpoints, exactly as browsers send them. */
  allowedOrigins: readonly string[];
};

export type KeyHolder = { keyId: string; kind: ApiKeyKind; project: Project };

export type ProjectStore = {
  /**
   * The holder of the key with this SHA-256 (hex); null when the key is unknown, revoked or expired, or its project
   * deleted. Notes the key's use, at most once a minute.
   */
  findKeyHolder(keyHash: string, now: Date): Promise<KeyHolder | null>;
  findById(projectId: string): Promise<Project | null>;
  /**
   * Whether this project, or any project if none is given, allows pages of the origin to use its API key. A preflight
   * has no key, so it can only ask about any project.
   */
  isOriginAllowed(origin: string, projectId: string | null): Promise<boolean>;
};

const lastUsedPrecisionMs = minuteMs;

/**
 * Projects and their keys in Postgres. `findKeyHolder` is hot: one prepared round trip, shared by concurrent requests
 * of a key.
 */
export function createProjectStore({ pool, prisma }: Pick<Database, "pool" | "prisma">): ProjectStore {
  const beingNoted = new Set<string>();
  const findKey = coalesce(async (keyHash) => (await read<KeyRow>(pool, selectKey, [keyHash]))[0]);
  const findOrigin = coalesce(async (parameters) => {
    const [allowed] = await run<{ allowed: boolean }>(pool, selectOrigin, JSON.parse(parameters));
    return allowed?.allowed === true;
  });

  /** Not awaited: a failure costs only a note, which the next use writes. */
  function noteUse(keyId: string, now: Date): void {
    if (beingNoted.has(keyId)) return;
    beingNoted.add(keyId);
    const noted = new Date(now.getTime() - lastUsedPrecisionMs);
    prisma.apiKey
      .updateMany({
        where: { id: keyId, OR: [{ lastUsedAt: null }, { lastUsedAt: { lte: noted } }] },
        data: { lastUsedAt: now },
      })
      .catch(() => undefined)
      .finally(() => beingNoted.delete(keyId));
  }

  return {
    findKeyHolder: async (keyHash, now) => {
      const row = await findKey(keyHash);
      // Each request that shares the lookup has its own clock.
      if (row === undefined) return null;
      const { keyId, kind, lastUsedAt, expiresAt, ...project } = row;
      if (expiresAt !== null && expiresAt <= now) return null;
      if (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= lastUsedPrecisionMs)
        noteUse(keyId, now);
      return { keyId, kind: kind === "SERVER" ? "server" : "api", project };
    },

    findById: (projectId) => readProject(pool, projectId),

    isOriginAllowed: (origin, projectId) => findOrigin(JSON.stringify([origin, projectId])),
  };
}

/** @returns null for an unknown or deleted project */
export async function readProject(connection: Queryable, projectId: string): Promise<Project | null> {
  const [project] = await read<Project>(connection, selectProject, [projectId]);
  return project ?? null;
}

type KeyRow = Project & {
  keyId: string;
  kind: "SERVER" | "API";
  lastUsedAt: Date | null;
  expiresAt: Date | null;
};

const projectColumns = `
  project.id, project.name, project.settlement_wallet, project.refund_mode,
  (SELECT logo.digest FROM project_logos AS logo WHERE logo.project_id = project.id) AS logo_digest,
  project.settlement_policy, project.tolerance_bps, project.confirmation_speed,
  project.api_key_creates_checkouts, project.server_requests_per_minute, project.minimum_units, project.refund_daily_limit_units,
  ARRAY(
    SELECT wallet.address FROM allowed_wallets AS wallet
    WHERE wallet.project_id = project.id ORDER BY wallet.address
  ) AS allowed_wallets,
  (
    SELECT coalesce(
      json_agg(json_build_object('chainId', token.chain_id, 'tokenAddress', token.token_address)
        ORDER BY token.chain_id, token.token_address), '[]')
    FROM accepted_tokens AS token WHERE token.project_id = project.id
  ) AS accepted_tokens,
  ARRAY(
    SELECT allowed.origin FROM allowed_origins AS allowed
    WHERE allowed.project_id = project.id ORDER BY allowed.origin
  ) AS allowed_origins`;

/** SQL: hot path. */
const selectKey: Statement = {
  name: "project_find_key",
  text: `
    SELECT key.id AS key_id, key.kind, key.last_used_at, key.expires_at, ${projectColumns},
      -- A page may have shown a key that is older than the project's change to keys for servers.
      CASE WHEN key.created_at <= project.api_key_use_since THEN 'BROWSER' ELSE project.api_key_use END AS api_key_use
    FROM api_keys AS key JOIN projects AS project ON project.id = key.project_id
    WHERE key.hash = $1 AND key.revoked_at IS NULL AND project.deleted_at IS NULL`,
};

/** SQL: hot path. */
const selectProject: Statement = {
  name: "project_find",
  text: `
    SELECT ${projectColumns}, project.api_key_use FROM projects AS project WHERE project.id = $1 AND project.deleted_at IS NULL`,
};

/** SQL: hot path. */
const selectOrigin: Statement = {
  name: "project_find_origin",
  text: `
    SELECT EXISTS (
      SELECT FROM allowed_origins AS allowed JOIN projects AS project ON project.id = allowed.project_id
      WHERE allowed.origin = $1 AND ($2::text IS NULL OR allowed.project_id = $2)
        AND project.deleted_at IS NULL AND (project.api_key_use = 'BROWSER' OR EXISTS (
          SELECT FROM api_keys AS key
          WHERE key.project_id = project.id AND key.kind = 'API' AND key.revoked_at IS NULL
            AND key.created_at <= project.api_key_use_since))
    ) AS allowed`,
};

/**
 * Saves how many requests a minute a project may send to the Server API; null for the service's default.
 * @returns false when there is no such project
 */
export type SaveServerLimit = (perMinute: number | null, entry: AuditEntry) => Promise<boolean>;

/** A project's own limit for the Server API, in Postgres. */
export function createServerLimit(database: Pick<Database, "prisma">): SaveServerLimit {
  return (serverRequestsPerMinute, entry) =>
    changeProject(database, entry, async (tx, id) => {
      await tx.project.update({ where: { id }, data: { serverRequestsPerMinute } });
      return "changed";
    });
}
