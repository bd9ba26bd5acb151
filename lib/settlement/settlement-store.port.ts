import type { SweepItem } from "@/lib/chain/sender/chain-sender.port";
import type {
  DepositKey,
  RefusedDeposits,
  SweepRefusal,
} from "@/lib/chain/sender/outgoing/sweep-refusals.store";
import type { SettleableCheckout } from "@/lib/checkouts/balances/balance.store";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { SettlementPolicy } from "@/lib/projects/settings/settlement-policy.rules";

/**
 * What prevents the settlement of a deposit with a balance:
 * - `frozen`: a reorg took a payment that had counted; an operator has to review it.
 * - `stray`: not in the token or on the chain that the checkout is paid in. Swept only on request.
 * - `not_paid`: by the checkout's status the funds are not automatically the merchant's.
 * - `not_final`: in a block that settlement does not trust yet.
 * - `refund_open`: a refund may be paid from it.
 * - `being_settled`: in an open settlement.
 * - `closed`: only the merchant's own wallet may sweep it, or a refund authority whose key the service lacks.
 * - `not_deployed`: the merchant's contract wallet exists on another chain only; here, the address may belong to no
 *   one.
 * - `wallet_unknown`: we do not know yet for every chain whether the merchant's wallet is a contract.
 * - `held`: the project holds settlement back for some hours after PAID.
 * - `parked`: its last sweep was refused, and the retry is not due yet.
 */
export type Hindrance =
  | "frozen"
  | "stray"
  | "not_paid"
  | "not_final"
  | "refund_open"
  | "being_settled"
  | "closed"
  | "not_deployed"
  | "wallet_unknown"
  | "held"
  | "parked";

/** A deposit with a balance, of a project that settles automatically. */
export type WaitingDeposit = SettleableCheckout & {
  policy: Exclude<SettlementPolicy, "MANUAL">;
  /** Open settlements of the project on this chain. */
  openSettlements: number;
  /** Since when its status allowed settlement: paid, accepted, or arrived after the last sweep. */
  waitingSince: Date;
  /** Booked balance. */
  units: bigint;
  merchantAddress: Hex;
  /** Only the service's refund key may sweep it. */
  byRefundKey: boolean;
  /** It was recently in a batch that failed as a whole; alone, only a faulty one fails. */
  alone: boolean;
  /** When a refused sweep is retried, or the project's hold ends; null for neither. */
  retryAt: Date | null;
  /** Paid, and waiting until settlement trusts this block; null otherwise. */
  untilBlock: bigint | null;
  hindrance: Hindrance | null;
};

export type HeldDeposit = DepositKey & Pick<WaitingDeposit, "merchantAddress" | "byRefundKey" | "hindrance">;

/** Facts of the chain and the moment that decide whether a deposit may be swept. */
export type SettlementTerms = {
  chainId: number;
  /** The newest block that settlement trusts. */
  upTo: bigint;
  /** The operator's wallet, which sweeps deposits that anyone may sweep. */
  walletAddress: Hex;
  /** The service's refund wallet, which sweeps deposits closed to others; null without its key. */
  refundWallet: Hex | null;
  /** Chains for which we must know whether a wallet is a contract. */
  chainIds: readonly number[];
  /** An older refund request does not delay settlement, unless it is being sent; null: every open one does. */
  refundsSince: Date | null;
  /** A deposit that was in a reverted call since then is swept alone. */
  revertedSince: Date;
  at: Date;
};

export type OpenSettlement = {
  settlementId: string;
  projectId: string;
  chainId: number;
  /** `frozen` when its checkout was frozen after the settlement was opened. */
  items: readonly (SweepItem & { frozen: boolean })[];
};

/** A settlement as its merchant sees it. */
export type SettlementView = {
  id: string;
  chainId: number;
  status: "PENDING" | "COMPLETED" | "FAILED";
  requested: boolean;
  createdAt: Date;
  completedAt: Date | null;
  /** The mined attempt's hash, else the newest one's; null before the first signature. */
  txHash: Hex | null;
  /** In wei, including a rollup's data fee; null until final. */
  costWei: bigint | null;
  items: readonly (DepositKey & { status: "PENDING" | "SWEPT" | "FAILED"; failureReason: string | null })[];
};

/** Gas paid for a merchant by final transactions, in wei. */
export type GasSpent = {
  chainId: number;
  purpose: "SETTLEMENT" | "REFUND" | "RELAY";
  transactions: number;
  costWei: bigint;
};

export type SettlementStore = {
  /**
   * Deposits on the chain with a balance that are not postponed, of projects that settle automatically there: a limited
   * number per project, longest waiting first.
   */
  waiting(terms: SettlementTerms, perProject: number): Promise<WaitingDeposit[]>;
  /**
   * Postpones deposits until then, unless more arrives; deposits that changed since `units` was read stay due. Those
   * that wait for the merchant get a timeline entry, once.
   */
  postpone(
    chainId: number,
    deposits: readonly (DepositKey & { units: bigint; until: Date; waitsForMerchant: boolean })[],
    at: Date,
  ): Promise<void>;
  /**
   * The tokens' balances at a project's deposit addresses on the chain, or at those of the named checkouts, with what
   * prevents a requested settlement: policy, floor and failed sweeps do not, nor does being stray or unpaid once the
   * checkout can no longer be paid. A wallet that signs by itself (`byWallet`) also takes strays of a checkout that can
   * be paid, without a decision.
   */
  held(
    terms: SettlementTerms,
    whose: {
      projectId: string;
      checkoutIds: readonly string[] | null;
      tokens: readonly Hex[];
      byWallet?: boolean;
    },
    after: DepositKey | null,
    limit: number,
  ): Promise<HeldDeposit[]>;
  /**
   * Opens a settlement of the items that may still be swept, checked again under their checkouts' locks; null when none
   * is left.
   */
  open(
    settlement: { settlementId: string; projectId: string; requested: boolean },
    terms: SettlementTerms,
    deposits: readonly DepositKey[],
  ): Promise<OpenSettlement | null>;
  /** Settlements without a signed transaction: the oldest of each project first, then the second oldest. */
  unsigned(chainId: number, limit: number): Promise<OpenSettlement[]>;
  /**
   * Removes items from an unsigned settlement: FAILED for the reason, and free for another settlement. Those with a
   * `refusal` are retried after a minute, later up to an hour; a retry refused for the same cause leaves no row. A
   * settlement without items ends FAILED. A signed one does not change.
   */
  dropItems(
    settlementId: string,
    items: readonly (DepositKey & { refusal?: SweepRefusal | null | undefined })[],
    reason: string,
    at: Date,
  ): Promise<void>;
  /** Deposits whose sweeps are refused, by cause; without a known cause, those being retried. */
  refused(chainId: number, now: Date): Promise<RefusedDeposits[]>;
  /** The cause is gone: its deposits are retried at once. */
  release(chainId: number, cause: Pick<RefusedDeposits, "tokenAddress" | "refusal">): Promise<void>;
  /** Schedules a settlement pass at each of these times, and once settlement trusts that block. */
  wakeLater(chainId: number, wake: { times: readonly Date[]; block: bigint | null }): Promise<void>;
  /** Whether a scheduled pass is due. Only one caller gets it. */
  takeWake(chainId: number, now: Date, settledUpTo: bigint | null): Promise<boolean>;
  /** Newest first. */
  list(
    projectId: string,
    page: { take: number; skip: number },
  ): Promise<{ items: SettlementView[]; total: number }>;
  gasSpent(projectId: string): Promise<GasSpent[]>;
};
