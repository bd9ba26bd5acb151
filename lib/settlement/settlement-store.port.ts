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
 * What stands between a deposit that holds something and a settlement:
 * - `frozen`: a reorg took a payment that had counted; an operator has to look.
 * - `stray`: not the token, or not the chain, that the checkout is paid in. Swept only when asked for.
 * - `not_paid`: by its checkout's status the funds are not the merchant's to have automatically.
 * - `not_final`: a block that settlement does not trust yet.
 * - `refund_open`: a refund may be paid from it.
 * - `being_settled`: in an open settlement.
 * - `closed`: only the merchant's own wallet, or a refund authority that the service has no key of, may sweep it.
 * - `not_deployed`: the merchant's contract wallet exists on another chain only; sent here, the money might be no one's.
 * - `wallet_unknown`: not every chain has said yet whether the merchant's wallet is a contract.
 * - `held`: the project holds settlement back for some hours after PAID.
 * - `parked`: its last sweep was refused, and the time to try again has not come.
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

/** A deposit that holds something, of a project that settles by itself. */
export type WaitingDeposit = SettleableCheckout & {
  policy: Exclude<SettlementPolicy, "MANUAL">;
  /** Settlements of the project on this chain that are not over. */
  openSettlements: number;
  /** Since when it could be settled by its status: paid, accepted, or come after the last sweep. */
  waitingSince: Date;
  /** By the ledger. */
  units: bigint;
  merchantAddress: Hex;
  /** Only the service's refund key may sweep it. */
  byRefundKey: boolean;
  /** It was of late in a batch that failed as a whole: alone it fails by itself, if it does. */
  alone: boolean;
  /** When a refused sweep is tried again, or the project's hold ends; null for neither. */
  retryAt: Date | null;
  /** Paid, and waiting for settlement to trust this block; null where no block is waited for. */
  untilBlock: bigint | null;
  hindrance: Hindrance | null;
};

export type HeldDeposit = DepositKey & Pick<WaitingDeposit, "merchantAddress" | "byRefundKey" | "hindrance">;

/** What the chain and the moment say of whether a deposit may be swept. */
export type SettlementTerms = {
  chainId: number;
  /** The newest block that settlement trusts. */
  upTo: bigint;
  /** The operator's wallet, which sweeps what anyone may. */
  walletAddress: Hex;
  /** The service's refund wallet, which sweeps what is closed to others; null where the service has no key of it. */
  refundWallet: Hex | null;
  /** Chains that have to say whether a wallet is a contract. */
  chainIds: readonly number[];
  /** A refund asked for before holds nothing up any more, unless it is being sent; null: every open one does. */
  refundsSince: Date | null;
  /** A deposit that was in a call which reverted as a whole since then goes alone. */
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
  /** Of the attempt that was mined, or of the newest; null while none is signed. */
  txHash: Hex | null;
  /** In wei, with a rollup's charge for data; null until it is final. */
  costWei: bigint | null;
  items: readonly (DepositKey & { status: "PENDING" | "SWEPT" | "FAILED"; failureReason: string | null })[];
};

/** What was paid for gas on a merchant's behalf, by final transactions, in wei. */
export type GasSpent = {
  chainId: number;
  purpose: "SETTLEMENT" | "REFUND" | "RELAY";
  transactions: number;
  costWei: bigint;
};

export type SettlementStore = {
  /**
   * Deposits on the chain that hold something and were not put off, of projects that do not settle by hand there:
   * of each project so many, longest waiting first.
   */
  waiting(terms: SettlementTerms, perProject: number): Promise<WaitingDeposit[]>;
  /**
   * Leaves deposits alone until then, unless more comes before; those that changed since `units` was read stay. Those
   * that wait for the merchant have it said in their timeline, once.
   */
  postpone(
    chainId: number,
    deposits: readonly (DepositKey & { units: bigint; until: Date; waitsForMerchant: boolean })[],
    at: Date,
  ): Promise<void>;
  /**
   * What lies of the tokens at a project's deposit addresses on the chain, or at those of the checkouts named, with what
   * stands between it and a settlement that the merchant asks for: neither policy nor floor, nor a sweep that
   * failed, and neither a stray nor an unpaid one, once it can no longer be paid. A wallet that signs by itself
   * (`byWallet`) also takes strays of a checkout that can be paid, without a decision to sweep them.
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
   * Opens a settlement over those items that may still be swept, judged anew under their checkouts' locks; null when
   * none is left.
   */
  open(
    settlement: { settlementId: string; projectId: string; requested: boolean },
    terms: SettlementTerms,
    deposits: readonly DepositKey[],
  ): Promise<OpenSettlement | null>;
  /** Settlements for which no transaction was signed yet: the oldest of each project first, then its second. */
  unsigned(chainId: number, limit: number): Promise<OpenSettlement[]>;
  /**
   * Takes items out of a settlement for which nothing was signed: FAILED for the reason, and free for another one. Those
   * with a `refusal` wait before they are tried again, from a minute up to an hour; a retry that is refused for the same
   * cause leaves no row behind. A settlement without items left ends FAILED. A signed one stays as it is.
   */
  dropItems(
    settlementId: string,
    items: readonly (DepositKey & { refusal?: SweepRefusal | null | undefined })[],
    reason: string,
    at: Date,
  ): Promise<void>;
  /** Deposits whose sweeps are refused, by cause; for an unnamed one, those that are retried. */
  refused(chainId: number, now: Date): Promise<RefusedDeposits[]>;
  /** The cause is gone: what waited for it is tried again at once. */
  release(chainId: number, cause: Pick<RefusedDeposits, "tokenAddress" | "refusal">): Promise<void>;
  /** Settlement is to look again at each of those moments, and once it trusts that block. */
  wakeLater(chainId: number, wake: { times: readonly Date[]; block: bigint | null }): Promise<void>;
  /** Whether it is time for such a look. It is told once, to one who asks. */
  takeWake(chainId: number, now: Date, settledUpTo: bigint | null): Promise<boolean>;
  /** Newest first. */
  list(
    projectId: string,
    page: { take: number; skip: number },
  ): Promise<{ items: SettlementView[]; total: number }>;
  gasSpent(projectId: string): Promise<GasSpent[]>;
};
