import { reachesOwner } from "@/lib/chain/chains.rules";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { isMerchants } from "@/lib/checkouts/state/overpayment.rules";
import { type Fault, fault } from "@/lib/platform/faults/fault.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";

/**
 * What prevents the settlement of a deposit with a balance:
 * - `frozen`: a reorg took a payment that had counted; an operator has to review it.
 * - `stray`: not in the token or on the chain that the checkout is paid in. Swept only on request.
 * - `not_paid`: the funds are not automatically the merchant's.
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
export type SettlementBlocker =
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

/** Why money at a deposit address has to stay, for its merchant; null where only the policy waits. */
export const sweepRefusals = {
  frozen: fault("strays.frozen"),
  not_paid: fault("strays.notPaid"),
  not_final: fault("strays.sweepNotFinal"),
  refund_open: fault("strays.refundOpen"),
  being_settled: fault("strays.beingSettled"),
  closed: fault("strays.closed"),
  not_deployed: fault("strays.notDeployed"),
  wallet_unknown: fault("strays.walletUnknown"),
  not_agreed: fault("strays.notAgreed"),
  stray: null,
  held: null,
  parked: null,
} as const satisfies Readonly<Record<SettlementBlocker | "not_agreed", Fault | null>>;

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

/** The facts of one deposit with a balance, of its checkout, and of what happens to it. */
export type DepositFacts = Pick<
  Checkout,
  "lateAcceptedAt" | "paidAt" | "totalPaidUnits" | "refundedUnits"
> & {
  checkoutStatus: Checkout["status"];
  frozen: boolean;
  /** In another token or chain than its checkout is paid in. */
  stray: boolean;
  /** The merchant decided to sweep this stray money. */
  sweepDecided: boolean;
  /** When the project's hold ends; null without one. */
  heldUntil: Date | null;
  /** In an open settlement. */
  beingSettled: boolean;
  /** A refund from it is being sent. */
  refundSending: boolean;
  /** When the newest open refund was requested; null without one. */
  refundRequestedAt: Date | null;
  /** The newest block with a transfer of it. */
  newestBlock: bigint | null;
  /** Anyone may sweep it. */
  openSweep: boolean;
  merchantAddress: Hex;
  refundAuthority: Hex;
  /** Chains on which the merchant's wallet is known to have code, and to have none; empty for an open sweep. */
  codeOn: readonly number[];
  noCodeOn: readonly number[];
  /** When the last sweep that was refused is retried; null without one. */
  sweepRetryAt: Date | null;
};

/**
 * Who wants to sweep: the project's policy, the merchant by "sweep now", or the merchant's wallet, which signs by
 * itself.
 */
export type SweepCause = "policy" | "request" | "wallet";

/** What prevents a settlement of the deposit by these terms; null for nothing. */
export function settlementBlocker(
  deposit: DepositFacts,
  terms: SettlementTerms,
  cause: SweepCause,
): SettlementBlocker | null {
  if (deposit.frozen) return "frozen";
  const unowned = cause === "policy" ? blockerByPolicy(deposit, terms) : blockerByRequest(deposit, cause);
  if (unowned !== null) return unowned;
  if (deposit.beingSettled) return "being_settled";
  if (isRefundOpen(deposit, terms)) return "refund_open";
  if (deposit.newestBlock !== null && deposit.newestBlock > terms.upTo) return "not_final";
  if (needsRefundKey(deposit, terms)) {
    if (terms.refundWallet !== deposit.refundAuthority) return "closed";
    const reaches = reachesOwner(codeByChain(deposit, terms), terms.chainId);
    if (reaches !== true) return reaches === null ? "wallet_unknown" : "not_deployed";
  }
  return cause === "policy" && isAfter(deposit.sweepRetryAt, terms.at) ? "parked" : null;
}

/** Whether only the refund authority or the merchant may sweep it, and the operator is neither. */
export function needsRefundKey(
  { openSweep, merchantAddress, refundAuthority }: DepositFacts,
  { walletAddress }: SettlementTerms,
): boolean {
  return !openSweep && walletAddress !== merchantAddress && walletAddress !== refundAuthority;
}

/** By its policy a project settles only payments that are the merchant's. */
function blockerByPolicy(
  { stray, checkoutStatus: status, heldUntil, ...checkout }: DepositFacts,
  { at }: SettlementTerms,
): SettlementBlocker | null {
  if (stray) return "stray";
  if (status === "DETECTED") return "not_final";
  if (!isMerchants({ status, ...checkout })) return "not_paid";
  return isAfter(heldUntil, at) ? "held" : null;
}

/** A request takes everything, but nothing with which the customer may still pay. */
function blockerByRequest(
  { checkoutStatus, stray, sweepDecided }: DepositFacts,
  cause: SweepCause,
): SettlementBlocker | null {
  if (checkoutStatus !== "PENDING" && checkoutStatus !== "DETECTED") return null;
  return stray && (cause === "wallet" || sweepDecided) ? null : "not_paid";
}

function isRefundOpen(
  { refundSending, refundRequestedAt }: DepositFacts,
  { refundsSince }: SettlementTerms,
): boolean {
  if (refundRequestedAt === null) return false;
  return refundSending || refundsSince === null || refundRequestedAt > refundsSince;
}

function isAfter(time: Date | null, at: Date): boolean {
  return time !== null && time > at;
}

function codeByChain({ codeOn, noCodeOn }: DepositFacts, { chainIds }: SettlementTerms) {
  return new Map<number, boolean | null>([
    ...chainIds.map((chainId) => [chainId, null] as const),
    ...noCodeOn.map((chainId) => [chainId, false] as const),
    ...codeOn.map((chainId) => [chainId, true] as const),
  ]);
}
