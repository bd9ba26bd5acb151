import { type Chain, decimalsOf, findToken } from "@/lib/chain/chains.rules";
import { sameToken, type TokenRef } from "@/lib/chain/token.rules";
import { dustIn, isOnlyPayer } from "@/lib/checkouts/dust.rules";
import type { Refund } from "@/lib/checkouts/refund-facts.rules";
import { assessPayment } from "@/lib/checkouts/state/payment-matching.rules";
import type { NewId } from "@/lib/platform/ids";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { startOfDay } from "@/lib/platform/values/time.rules";
import type { StoredLink } from "./refund.rules";
import type { RefundTransaction } from "./refund.store";
import {
  availableToRefund,
  dailyUnits,
  decideRefund,
  type PayingFacts,
  type RefundDecision,
  type RefundFacts,
  unsweptUnits,
} from "./refund-decision.rules";
import type { RefundableCheckout } from "./refund-facts.store";

/** The facts that decide who pays a refund of this checkout, including its other refunds. */
export function payingFacts(locked: RefundableCheckout): PayingFacts {
  return {
    strict: isStrict(locked),
    unsweptUnits: unsweptUnits({ ...locked, notFinalUnits: notFinalUnits(locked) }),
  };
}

/** What a refund sent now can be paid from: a refund that still waits reserves nothing here. */
export function sendableUnits(locked: RefundableCheckout): bigint {
  const { atDepositUnits, leavingUnits, beingSettled } = locked;
  return unsweptUnits({
    atDepositUnits,
    beingSettled,
    promisedUnits: leavingUnits,
    notFinalUnits: notFinalUnits(locked),
  });
}

/** The wallet that signed and paid alone, but for dust. */
export function provenPayer(
  chains: readonly Chain[],
  { checkout, signedPayer, minimumUnits }: RefundableCheckout,
  token: TokenRef,
): Hex | null {
  if (signedPayer === null) return null;
  const dust = dustIn(chains, token, checkout, minimumUnits);
  return isOnlyPayer(signedPayer, dust) ? signedPayer.address : null;
}

/** Only the merchant's wallet may move money out of the deposit address. */
function isStrict({ checkout }: RefundableCheckout): boolean {
  return checkout.refundAuthority === checkout.merchantAddress;
}

function notFinalUnits({ transfers, token }: RefundableCheckout): bigint {
  if (token === null) return 0n;
  return transfers.reduce(
    (sum, transfer) => (transfer.final || !sameToken(transfer, token) ? sum : sum + transfer.amountUnits),
    0n,
  );
}

/** The request. */
type RefundTerms = Pick<Refund, "reason" | "refundType" | "viaApi"> & {
  token: TokenRef;
  /** Id of a key or an account, `operator` or `policy`; null when unknown. */
  requestedBy: string | null;
  /** Final stray money; its return does not change the checkout's sums. */
  stray?: { receivedUnits: bigint };
  /** Null for everything available. */
  amountUnits: bigint | null;
  /** Null when not given: then the payer's wallet, if we have proof that it is theirs. */
  destinationAddress: Hex | null;
  /** The stored link, if the customer has to name an address. */
  claim: StoredLink | null;
  /** Of refunds by API, in `dailyUnits`; null when an owner requests it. */
  dailyLimit: bigint | null;
  now: Date;
};

export type OpenedRefund =
  | { kind: "opened"; refund: Refund }
  | { kind: "refused"; refusal: Extract<RefundDecision, { kind: "refused" }>; facts: RefundFacts };

/**
 * Decides on a refund of a locked checkout and writes it with its first status. The lock ensures that concurrent
 * refunds never exceed the final amount received.
 */
export async function openRefund(
  { chains, newId }: { chains: readonly Chain[]; newId: NewId },
  tx: RefundTransaction,
  locked: RefundableCheckout,
  { token, stray, reason, refundType, viaApi, requestedBy, claim, dailyLimit, now, ...terms }: RefundTerms,
): Promise<OpenedRefund> {
  const { projectId, id: checkoutId } = locked.checkout;
  const destinationAddress = terms.destinationAddress ?? provenPayer(chains, locked, token);
  const facts: RefundFacts = {
    status: locked.checkout.status,
    settlementFrozen: locked.checkout.settlementFrozen,
    stray: stray !== undefined,
    receivedUnits: stray?.receivedUnits ?? assessPayment(locked).finalUnits,
    refundedUnits: stray === undefined ? locked.checkout.refundedUnits : 0n,
    refundingUnits: stray === undefined ? locked.checkout.refundingUnits : 0n,
    ...payingFacts(locked),
    dailyLimit: dailyLimit ?? 0n,
    acceptedToday: dailyLimit === null ? 0n : await acceptedToday(chains, tx, projectId, now),
  };
  const amountUnits = terms.amountUnits ?? availableToRefund(facts);
  const amountDaily = dailyLimit === null ? 0n : dailyUnits(amountUnits, decimalsOf(chains, token));
  const decision = decideRefund(facts, {
    amountUnits,
    amountDaily,
    hasDestination: destinationAddress !== null,
  });
  if (decision.kind === "refused") return { kind: "refused", refusal: decision, facts };

  const refund: Refund = {
    id: newId("rfd"),
    projectId,
    checkoutId,
    ...token,
    amountUnits,
    reason,
    refundType,
    status: decision.status,
    destinationAddress,
    txHash: null,
    failureCode: null,
    viaApi,
    stray: stray !== undefined,
    createdAt: now,
    completedAt: null,
  };
  const { id: refundId, status } = refund;
  const details = { refundId, amount: amountUnits.toString(), status, requestedBy };
  await tx.insert(refund, destinationAddress === null ? claim : null, [
    { kind: "refund.requested", details, at: now },
  ]);
  return { kind: "opened", refund };
}

async function acceptedToday(
  chains: readonly Chain[],
  tx: RefundTransaction,
  projectId: string,
  now: Date,
): Promise<bigint> {
  return dailySum(chains, await tx.acceptedSince(projectId, startOfDay(now)));
}

/** Sums of tokens in `dailyUnits`. */
export function dailySum(
  chains: readonly Chain[],
  sums: readonly (TokenRef & { amountUnits: bigint; stray?: boolean })[],
): bigint {
  return sums.reduce((total, { amountUnits, stray = false, ...token }) => {
    // An unlisted token has no price: a hostile one must not use up the daily limit.
    const isPriced = !stray || findToken(chains, token) !== null;
    return isPriced ? total + dailyUnits(amountUnits, decimalsOf(chains, token)) : total;
  }, 0n);
}
