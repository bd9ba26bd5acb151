import { type AuditEntry, writeAudit } from "@/lib/accounts/audit.store";
import type { TokenRef, TokenSum } from "@/lib/chain/token.rules";
import type { ProjectMailKind } from "@/lib/mail/mail-kinds.rules";
import { type Database, type Queryable, run, type Statement, transact } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { Project } from "@/lib/projects/project.store";
import type { SettlementPolicy } from "./settlement-policy.rules";

/** How one chain's funds are settled where it is otherwise than the project's. */
export type SettlementRule = { chainId: number; policy: SettlementPolicy };

/** What an owner or admin can set of a project, but the wallet, which is guarded. */
export type ProjectSettings = Pick<
  Project,
  | "name"
  | "refundMode"
  | "settlementPolicy"
  | "toleranceBps"
  | "confirmationSpeed"
  | "apiKeyUse"
  | "apiKeyCreatesCheckouts"
  | "minimumUnits"
  | "refundDailyLimitUnits"
  | "allowedWallets"
  | "acceptedTokens"
> & {
  /** #rrggbb, lower-case; null for the service's. */
  accentColor: string | null;
  /** Settlement waits so long after PAID; 0 to \`mostHoldHours\`. */
  settlementHoldHours: number;
  latePaymentPolicy: "HOLD" | "ACCEPT" | "REFUND";
  settlementRules: readonly SettlementRule[];
  mailKinds: readonly ProjectMailKind[];
};

/** The same with what is only shown. */
export type ShownSettings = ProjectSettings & {
  settlementWallet: Hex;
  logoDigest: string | null;
  /** Of the Server API; null for the service's default. */
  serverRequestsPerMinute: number | null;
  createdAt: Date;
};

/** One transaction in which nobody else changes the project. */
export type SettingsTransaction = {
  settings: ProjectSettings;
  save(settings: ProjectSettings, at: Date): Promise<void>;
  audit(entry: AuditEntry): Promise<void>;
};

export type SettingsStore = {
  /** Null when there is no such project (any more). */
  find(projectId: string): Promise<ShownSettings | null>;
  /** What lies at deposit addresses from which the service's refund wallet could send it: by token. */
  exposure(projectId: string): Promise<TokenSum[]>;
  /** Null when there is no such project (any more): nothing was done. */
  transaction<T>(projectId: string, work: (tx: SettingsTransaction) => Promise<T>): Promise<T | null>;
};

/** Projects' settings in Postgres. Whoever changes them holds the project's row. */
export function createSettingsStore({ pool }: Pick<Database, "pool">): SettingsStore {
  return {
    find: (projectId) => read(pool, projectId),

    exposure: async (projectId) => {
      const rows = await run<ExposureRow>(pool, selectExposure, [projectId]);
      return rows.map(({ chain_id, token_address, units, count }) => ({
        chainId: chain_id,
        tokenAddress: token_address,
        units,
        count: Number(count),
      }));
    },

    transaction: (projectId, work) =>
      transact(pool, async (connection) => {
        const [locked] = await run(connection, lockProject, [projectId]);
        const settings = locked === undefined ? null : await read(connection, projectId);
        if (settings === null) return null;
        return work({
          settings,
          save: (changed, at) => save(connection, projectId, changed, at),
          audit: (entry) => writeAudit(connection, entry),
        });
      }),
  };
}

async function read(connection: Queryable, projectId: string): Promise<ShownSettings | null> {
  const [row] = await run<SettingsRow>(connection, selectSettings, [projectId]);
  return row === undefined ? null : toSettings(row);
}

async function save(
  connection: Queryable,
  projectId: string,
  settings: ProjectSettings,
  at: Date,
): Promise<void> {
  await run(connection, updateProject, [
    projectId,
    settings.name,
    settings.accentColor,
    settings.refundMode,
    settings.settlementPolicy,
    settings.latePaymentPolicy,
    settings.toleranceBps,
    settings.confirmationSpeed,
    settings.apiKeyCreatesCheckouts,
    settings.minimumUnits,
    settings.refundDailyLimitUnits,
    settings.mailKinds,
    settings.apiKeyUse,
    at,
  ]);
  await run(connection, holdSettlement, [projectId, settings.settlementHoldHours]);
  const { acceptedTokens, allowedWallets, settlementRules } = settings;
  const tokens = [
    projectId,
    acceptedTokens.map(({ chainId }) => chainId),
    acceptedTokens.map(({ tokenAddress }) => tokenAddress),
  ];
  await run(connection, deleteTokens, tokens);
  await run(connection, insertTokens, [...tokens, at]);
  await run(connection, deleteWallets, [projectId, allowedWallets]);
  await run(connection, insertWallets, [projectId, allowedWallets, at]);
  await run(connection, deleteRules, [projectId]);
  await run(connection, insertRules, [
    projectId,
    settlementRules.map(({ chainId }) => chainId),
    settlementRules.map(({ policy }) => policy),
  ]);
}

type ExposureRow = { chain_id: number; token_address: Hex; units: bigint; count: bigint };

type SettingsRow = {
  name: string;
  accent_color: string | null;
  logo_digest: string | null;
  settlement_wallet: Hex;
  refund_mode: ProjectSettings["refundMode"];
  settlement_policy: ProjectSettings["settlementPolicy"];
  settlement_hold_hours: number;
  late_payment_policy: ProjectSettings["latePaymentPolicy"];
  tolerance_bps: number;
  confirmation_speed: ProjectSettings["confirmationSpeed"];
  api_key_use: ProjectSettings["apiKeyUse"];
  api_key_creates_checkouts: boolean;
  server_requests_per_minute: number | null;
  minimum_units: bigint;
  refund_daily_limit_units: bigint;
  mail_kinds: ProjectSettings["mailKinds"];
  created_at: Date;
  allowed_wallets: Hex[];
  accepted_tokens: TokenRef[];
  settlement_rules: SettlementRule[];
};

function toSettings(row: SettingsRow): ShownSettings {
  return {
    name: row.name,
    accentColor: row.accent_color,
    logoDigest: row.logo_digest,
    settlementWallet: row.settlement_wallet,
    refundMode: row.refund_mode,
    settlementPolicy: row.settlement_policy,
    settlementHoldHours: row.settlement_hold_hours,
    latePaymentPolicy: row.late_payment_policy,
    toleranceBps: row.tolerance_bps,
    confirmationSpeed: row.confirmation_speed,
    apiKeyUse: row.api_key_use,
    apiKeyCreatesCheckouts: row.api_key_creates_checkouts,
    serverRequestsPerMinute: row.server_requests_per_minute,
    minimumUnits: row.minimum_units,
    refundDailyLimitUnits: row.refund_daily_limit_units,
    mailKinds: row.mail_kinds,
    createdAt: row.created_at,
    allowedWallets: row.allowed_wallets,
    acceptedTokens: row.accepted_tokens,
    settlementRules: row.settlement_rules,
  };
}

const lockProject: Statement = {
  name: "settings_lock",
  text: "SELECT id FROM projects WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE",
};

const selectSettings: Statement = {
  name: "settings_find",
  text: `
    SELECT project.name, project.accent_color, project.settlement_wallet, project.refund_mode,
      project.settlement_policy, project.settlement_hold_hours, project.late_payment_policy, project.tolerance_bps,
      project.confirmation_speed, project.api_key_use, project.api_key_creates_checkouts,
      project.server_requests_per_minute, project.minimum_units,
      project.refund_daily_limit_units, project.mail_kinds, project.created_at,
      (SELECT logo.digest FROM project_logos AS logo WHERE logo.project_id = project.id) AS logo_digest,
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
      (
        SELECT coalesce(
          json_agg(json_build_object('chainId', rule.chain_id, 'policy', rule.policy) ORDER BY rule.chain_id), '[]')
        FROM settlement_rules AS rule WHERE rule.project_id = project.id
      ) AS settlement_rules
    FROM projects AS project WHERE project.id = $1 AND project.deleted_at IS NULL`,
};

/** In convenient mode a checkout's refund authority is the service's wallet, in strict mode the merchant's own. */
const selectExposure: Statement = {
  name: "settings_exposure",
  text: `
    SELECT holding.chain_id, holding.token_address, sum(holding.amount_units) AS units, count(*) AS count
    FROM deposit_holdings AS holding JOIN checkouts AS checkout ON checkout.id = holding.checkout_id
    WHERE holding.project_id = $1 AND holding.amount_units > 0
      AND checkout.refund_authority <> checkout.merchant_address
    GROUP BY holding.chain_id, holding.token_address ORDER BY holding.chain_id, holding.token_address`,
};

const updateProject: Statement = {
  name: "settings_save",
  text: `
    UPDATE projects SET name = $2, accent_color = $3, refund_mode = $4::refund_mode,
      settlement_policy = $5::settlement_policy, late_payment_policy = $6::late_payment_policy, tolerance_bps = $7,
      confirmation_speed = $8::confirmation_speed, api_key_creates_checkouts = $9, minimum_units = $10::numeric,
      refund_daily_limit_units = $11::numeric, mail_kinds = $12, api_key_use = $13::api_key_use,
      api_key_use_since = CASE
        WHEN $13::api_key_use = 'SERVER' AND api_key_use = 'BROWSER' THEN
          -- Clocks of instances differ: a key that is there may have been shown.
          greatest($14::timestamptz, (SELECT max(created_at) FROM api_keys WHERE project_id = $1))
        WHEN $13::api_key_use = 'SERVER' THEN api_key_use_since END
    WHERE id = $1`,
};

/** What was put off until the hold's end is looked at anew: it may end sooner now. */
const holdSettlement: Statement = {
  name: "settings_hold_settlement",
  text: `
    WITH project AS (
      UPDATE projects SET settlement_hold_hours = $2 WHERE id = $1 AND settlement_hold_hours <> $2 RETURNING id
    ), idle AS (
      SELECT holding.checkout_id, holding.chain_id, holding.token_address
      FROM project JOIN deposit_holdings AS holding ON holding.project_id = project.id
      WHERE holding.amount_units > 0 AND holding.look_after > '-infinity'
      FOR NO KEY UPDATE OF holding SKIP LOCKED
    )
    UPDATE deposit_holdings AS holding SET look_after = '-infinity' FROM idle
    WHERE (holding.checkout_id, holding.chain_id, holding.token_address)
      = (idle.checkout_id, idle.chain_id, idle.token_address)`,
};

const given = "unnest($2::int[], $3::text[]) AS given (chain_id, token_address)";

const deleteTokens: Statement = {
  name: "settings_forget_tokens",
  text: `
    DELETE FROM accepted_tokens AS token
    WHERE project_id = $1 AND NOT EXISTS (
      SELECT FROM ${given} WHERE given.chain_id = token.chain_id AND given.token_address = token.token_address
    )`,
};

const insertTokens: Statement = {
  name: "settings_accept_tokens",
  text: `
    INSERT INTO accepted_tokens (project_id, chain_id, token_address, created_at)
    SELECT $1, chain_id, token_address, $4::timestamptz FROM ${given} ON CONFLICT DO NOTHING`,
};

const deleteWallets: Statement = {
  name: "settings_forget_wallets",
  text: "DELETE FROM allowed_wallets WHERE project_id = $1 AND address <> ALL ($2::text[])",
};

const insertWallets: Statement = {
  name: "settings_allow_wallets",
  text: `
    INSERT INTO allowed_wallets (project_id, address, created_at)
    SELECT $1, address, $3::timestamptz FROM unnest($2::text[]) AS given (address) ON CONFLICT DO NOTHING`,
};

const deleteRules: Statement = {
  name: "settings_forget_rules",
  text: "DELETE FROM settlement_rules WHERE project_id = $1",
};

const insertRules: Statement = {
  name: "settings_keep_rules",
  text: `
    INSERT INTO settlement_rules (project_id, chain_id, policy)
    SELECT $1, chain_id, policy FROM unnest($2::int[], $3::settlement_policy[]) AS rule (chain_id, policy)`,
};
