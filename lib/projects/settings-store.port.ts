import type { AuditEntry } from "@/lib/accounts/audit.port";
import type { TokenSum } from "@/lib/chain/token.rules";
import type { ProjectMailKind } from "@/lib/mail/mail-kinds.rules";
import type { Hex } from "@/lib/platform/hex.rules";
import type { Project } from "./project-store.port";
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
