import { type AuditEntry, writeAudit } from "@/lib/accounts/audit.store";
import type { TokenSum } from "@/lib/chain/token.rules";
import type { ProjectMailKind } from "@/lib/letters/mail-kinds.rules";
import {
  type Connections,
  type PrismaTransaction,
  type Queryable,
  read,
  type Statement,
  statementsOf,
  toUnits,
  transactByPrisma,
} from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { Project } from "@/lib/projects/project.store";
import { lockProject } from "@/lib/projects/project-lock.store";
import type { SettlementPolicy } from "./settlement-policy.rules";

/** A chain's settlement policy, where it differs from the project's. */
export type SettlementRule = { chainId: number; policy: SettlementPolicy };

/** The settings that owners and admins can change, except the wallet, which is guarded. */
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
  /** #rrggbb, lower-case; null for the service's default. */
  accentColor: string | null;
  /** Settlement waits this long after PAID; 0 to `mostHoldHours`. */
  settlementHoldHours: number;
  latePaymentPolicy: "HOLD" | "ACCEPT" | "REFUND";
  /** With HOLD, late payments whose price moved by at most this count by themselves; null for none. */
  lateAcceptBps: number | null;
  /** Customers may continue expired checkouts at the current rate. */
  requoteExpired: boolean;
  anyTokenPays: boolean;
  /** Software may pay its checkouts. */
  x402Enabled: boolean;
  /** Own lines on receipts, such as address and tax number. */
  receiptDetails: string | null;
  /** An e-mail address or https URL for customers. */
  supportContact: string | null;
  /** Null for the zone of each reader's browser. */
  timeZone: string | null;
  settlementRules: readonly SettlementRule[];
  mailKinds: readonly ProjectMailKind[];
};

/** The same with read-only fields. */
export type StoredSettings = ProjectSettings & {
  settlementWallet: Hex;
  logoDigest: string | null;
  /** Limit of the Server API; null for the service's default. */
  serverRequestsPerMinute: number | null;
  createdAt: Date;
};

/** A transaction that locks the project against other changes. */
export type SettingsTransaction = {
  settings: ProjectSettings;
  save(settings: ProjectSettings, at: Date): Promise<void>;
  audit(entry: AuditEntry): Promise<void>;
};

export type SettingsStore = {
  /** Null when there is no such project (any more). */
  find(projectId: string): Promise<StoredSettings | null>;
  /** Money at deposit addresses that the service's refund wallet could send, by token. */
  exposure(projectId: string): Promise<TokenSum[]>;
  /** Null when there is no such project (any more); then nothing ran. */
  transaction<T>(projectId: string, work: (tx: SettingsTransaction) => Promise<T>): Promise<T | null>;
};

/** Makes the settlement of a project's deposits due, in the transaction of the change. */
export type MakeDepositsDue = (connection: Queryable, projectId: string) => Promise<void>;

/** Projects' settings in Postgres. Every change locks the project's row. */
export function createSettingsStore(
  { pool, prisma }: Connections,
  makeDepositsDue: MakeDepositsDue,
): SettingsStore {
  return {
    find: (projectId) => readSettings(prisma, projectId),

    exposure: (projectId) => read<TokenSum>(pool, selectExposure, [projectId]),

    transaction: (projectId, work) =>
      transactByPrisma({ prisma }, async (tx) => {
        const locked = await lockProject(statementsOf(tx), projectId);
        const settings = locked === null ? null : await readSettings(tx, projectId);
        if (settings === null) return null;
        return work({
          settings,
          save: (changed, at) => save(tx, projectId, changed, at, makeDepositsDue),
          audit: (entry) => writeAudit(statementsOf(tx), entry),
        });
      }),
  };
}

async function readSettings(tx: PrismaTransaction, id: string): Promise<StoredSettings | null> {
  const project = await tx.project.findFirst({
    where: { id, deletedAt: null },
    include: {
      logo: { select: { digest: true } },
      allowedWallets: { orderBy: { address: "asc" } },
      acceptedTokens: { orderBy: [{ chainId: "asc" }, { tokenAddress: "asc" }] },
      settlementRules: { orderBy: { chainId: "asc" } },
    },
  });
  if (project === null) return null;
  return {
    name: project.name,
    accentColor: project.accentColor,
    logoDigest: project.logo?.digest ?? null,
    settlementWallet: project.settlementWallet as Hex,
    refundMode: project.refundMode,
    settlementPolicy: project.settlementPolicy,
    settlementHoldHours: project.settlementHoldHours,
    latePaymentPolicy: project.latePaymentPolicy,
    lateAcceptBps: project.lateAcceptBps,
    requoteExpired: project.requoteExpired,
    anyTokenPays: project.anyTokenPays,
    x402Enabled: project.x402Enabled,
    receiptDetails: project.receiptDetails,
    supportContact: project.supportContact,
    timeZone: project.timeZone,
    toleranceBps: project.toleranceBps,
    confirmationSpeed: project.confirmationSpeed,
    apiKeyUse: project.apiKeyUse,
    apiKeyCreatesCheckouts: project.apiKeyCreatesCheckouts,
    serverRequestsPerMinute: project.serverRequestsPerMinute,
    minimumUnits: toUnits(project.minimumUnits),
    refundDailyLimitUnits: toUnits(project.refundDailyLimitUnits),
    mailKinds: project.mailKinds as ProjectMailKind[],
    createdAt: project.createdAt,
    allowedWallets: project.allowedWallets.map(({ address }) => address as Hex),
    acceptedTokens: project.acceptedTokens.map(({ chainId, tokenAddress }) => ({
      chainId,
      tokenAddress: tokenAddress as Hex,
    })),
    settlementRules: project.settlementRules.map(({ chainId, policy }) => ({ chainId, policy })),
  };
}

async function save(
  tx: PrismaTransaction,
  projectId: string,
  settings: ProjectSettings,
  at: Date,
  makeDepositsDue: MakeDepositsDue,
): Promise<void> {
  const { acceptedTokens, allowedWallets, settlementRules } = settings;
  await saveKeyUse(tx, projectId, settings.apiKeyUse, at);
  await tx.project.update({
    where: { id: projectId },
    data: {
      name: settings.name,
      accentColor: settings.accentColor,
      refundMode: settings.refundMode,
      settlementPolicy: settings.settlementPolicy,
      latePaymentPolicy: settings.latePaymentPolicy,
      requoteExpired: settings.requoteExpired,
      anyTokenPays: settings.anyTokenPays,
      x402Enabled: settings.x402Enabled,
      receiptDetails: settings.receiptDetails,
      supportContact: settings.supportContact,
      timeZone: settings.timeZone,
      toleranceBps: settings.toleranceBps,
      confirmationSpeed: settings.confirmationSpeed,
      apiKeyCreatesCheckouts: settings.apiKeyCreatesCheckouts,
      minimumUnits: settings.minimumUnits.toString(),
      refundDailyLimitUnits: settings.refundDailyLimitUnits.toString(),
      mailKinds: [...settings.mailKinds],
    },
  });
  const { settlementHoldHours, lateAcceptBps } = settings;
  // Payments that were seen before are the merchant's to decide.
  if (lateAcceptBps === null)
    await tx.project.update({ where: { id: projectId }, data: { lateAcceptBps, lateAcceptSince: null } });
  else
    await tx.project.updateMany({
      where: { id: projectId, OR: [{ lateAcceptBps: null }, { lateAcceptBps: { not: lateAcceptBps } }] },
      data: { lateAcceptBps, lateAcceptSince: at },
    });
  const changed = { id: projectId, settlementHoldHours: { not: settlementHoldHours } };
  const { count } = await tx.project.updateMany({ where: changed, data: { settlementHoldHours } });
  // The hold may end sooner now.
  if (count > 0) await makeDepositsDue(statementsOf(tx), projectId);
  // An unchanged token keeps the time at which it was added.
  const tokens = acceptedTokens.map(({ chainId, tokenAddress }) => ({ chainId, tokenAddress }));
  await tx.acceptedToken.deleteMany({ where: { projectId, NOT: { OR: tokens } } });
  const newTokens = tokens.map((token) => ({ projectId, ...token, createdAt: at }));
  await tx.acceptedToken.createMany({ data: newTokens, skipDuplicates: true });
  await tx.allowedWallet.deleteMany({ where: { projectId, address: { notIn: [...allowedWallets] } } });
  const newWallets = allowedWallets.map((address) => ({ projectId, address, createdAt: at }));
  await tx.allowedWallet.createMany({ data: newWallets, skipDuplicates: true });
  await tx.settlementRule.deleteMany({ where: { projectId } });
  const rules = settlementRules.map(({ chainId, policy }) => ({ projectId, chainId, policy }));
  await tx.settlementRule.createMany({ data: rules });
}

/** A key that was created by then stays one for browsers. The project's row is locked. */
async function saveKeyUse(
  tx: PrismaTransaction,
  projectId: string,
  apiKeyUse: ProjectSettings["apiKeyUse"],
  at: Date,
): Promise<void> {
  const change = { id: projectId, apiKeyUse: { not: apiKeyUse } };
  if (apiKeyUse === "BROWSER") {
    await tx.project.updateMany({ where: change, data: { apiKeyUse, apiKeyUseSince: null } });
    return;
  }
  // Clocks of instances differ: a key that is there may have been shown.
  const { _max } = await tx.apiKey.aggregate({ where: { projectId }, _max: { createdAt: true } });
  const newest = _max.createdAt ?? at;
  const apiKeyUseSince = newest > at ? newest : at;
  await tx.project.updateMany({ where: change, data: { apiKeyUse, apiKeyUseSince } });
}

/**
 * In convenient mode a checkout's refund authority is the service's wallet, in strict mode the merchant's own. SQL:
 * compares two columns of a joined table.
 */
const selectExposure: Statement = {
  name: "settings_exposure",
  text: `
    SELECT holding.chain_id, holding.token_address, sum(holding.amount_units) AS units, count(*)::int AS count
    FROM deposit_holdings AS holding JOIN checkouts AS checkout ON checkout.id = holding.checkout_id
    WHERE holding.project_id = $1 AND holding.amount_units > 0
      AND checkout.refund_authority <> checkout.merchant_address
    GROUP BY holding.chain_id, holding.token_address ORDER BY holding.chain_id, holding.token_address`,
};
