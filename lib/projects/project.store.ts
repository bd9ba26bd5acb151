import type { AuditEntry } from "@/lib/accounts/audit.store";
import type { ConfirmationSpeed } from "@/lib/chain/confirmation-policy.rules";
import type { TokenRef } from "@/lib/chain/token.rules";
import { type Connections, type Queryable, run, type Statement } from "@/lib/platform/database";
import { coalesce } from "@/lib/platform/time-limit";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { ApiKeyKind, ApiKeyUse, KeyScope } from "@/lib/projects/keys/api-key.rules";
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
  /** Where the customer chooses the token, a payment in any other offered one counts as well. */
  anyTokenPays: boolean;
  /** Software may pay its checkouts by signature (x402). */
  x402Enabled: boolean;
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

export type KeyHolder = { keyId: string; kind: ApiKeyKind; scope: KeyScope; project: Project };

export type ProjectStore = {
  findById(projectId: string): Promise<Project | null>;
  /** Also of a deleted project. */
  hasExisted(projectId: string): Promise<boolean>;
  /**
   * Whether this project, or any project if none is given, allows pages of the origin to use its API key. A preflight
   * has no key, so it can only ask about any project.
   */
  isOriginAllowed(origin: string, projectId: string | null): Promise<boolean>;
};

/** Projects in Postgres. */
export function createProjectStore({ pool, prisma }: Connections): ProjectStore {
  const findOrigin = coalesce(async (parameters) => {
    const [allowed] = await run<{ allowed: boolean }>(pool, selectOrigin, JSON.parse(parameters));
    return allowed?.allowed === true;
  });
  return {
    findById: (projectId) => readProject(pool, projectId),

    hasExisted: async (id) => (await prisma.project.count({ where: { id } })) > 0,

    isOriginAllowed: (origin, projectId) => findOrigin(JSON.stringify([origin, projectId])),
  };
}

/** @returns null for an unknown or deleted project */
export async function readProject(connection: Queryable, projectId: string): Promise<Project | null> {
  const [found] = await run<{ project: ProjectJson }>(connection, selectProject, [projectId]);
  return found === undefined ? null : toProject(found.project);
}

/** A project as `projectJson` returns it: JSON has no large numbers. */
export type ProjectJson = Omit<Project, BigProperty> & Record<BigProperty, string>;
type BigProperty = "minimumUnits" | "refundDailyLimitUnits";

export function toProject(json: ProjectJson): Project {
  return {
    ...json,
    minimumUnits: BigInt(json.minimumUnits),
    refundDailyLimitUnits: BigInt(json.refundDailyLimitUnits),
  };
}

/**
 * SQL for a project as one JSON value, which the driver reads faster than as many columns.
 *
 * @param apiKeyUse the use of the API key in question
 */
export const projectJson = (apiKeyUse: string) => `
  json_build_object(
    'id', project.id, 'name', project.name, 'settlementWallet', project.settlement_wallet,
    'logoDigest', (SELECT logo.digest FROM project_logos AS logo WHERE logo.project_id = project.id),
    'refundMode', project.refund_mode, 'settlementPolicy', project.settlement_policy,
    'toleranceBps', project.tolerance_bps, 'confirmationSpeed', project.confirmation_speed, 'apiKeyUse', ${apiKeyUse},
    'apiKeyCreatesCheckouts', project.api_key_creates_checkouts, 'anyTokenPays', project.any_token_pays,
    'x402Enabled', project.x402_enabled,
    'serverRequestsPerMinute', project.server_requests_per_minute, 'minimumUnits', project.minimum_units::text,
    'refundDailyLimitUnits', project.refund_daily_limit_units::text,
    'allowedWallets', ARRAY(
      SELECT wallet.address FROM allowed_wallets AS wallet
      WHERE wallet.project_id = project.id ORDER BY wallet.address
    ),
    'acceptedTokens', (
      SELECT coalesce(
        json_agg(json_build_object('chainId', token.chain_id, 'tokenAddress', token.token_address)
          ORDER BY token.chain_id, token.token_address), '[]')
      FROM accepted_tokens AS token WHERE token.project_id = project.id
    ),
    'allowedOrigins', ARRAY(
      SELECT allowed.origin FROM allowed_origins AS allowed
      WHERE allowed.project_id = project.id ORDER BY allowed.origin
    )
  )`;

/** SQL: the project comes as the JSON object that a key's request reads too, so it has one shape. */
const selectProject: Statement = {
  name: "project_find",
  text: `
    SELECT ${projectJson("project.api_key_use")} AS project
    FROM projects AS project WHERE project.id = $1 AND project.deleted_at IS NULL`,
};

/** SQL: browsers send it with every request from a shop's page; one statement asks three tables. */
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
export function createServerLimit(database: Connections): SaveServerLimit {
  return (serverRequestsPerMinute, entry) =>
    changeProject(database, entry, async (tx, id) => {
      await tx.project.update({ where: { id }, data: { serverRequestsPerMinute } });
      return "changed";
    });
}
