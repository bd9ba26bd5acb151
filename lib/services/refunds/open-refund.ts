import { type Chain, findToken } from "@/lib/core/chains";
import type { Hex, TokenRef } from "@/lib/core/checkout";
import { startOfDay } from "@/lib/core/day";
import { assessPayment } from "@/lib/core/payment-matching";
import type { Refund } from "@/lib/core/refund";
import { dailyUnits, decideRefund, type RefundDecision, type RefundFacts } from "@/lib/core/refund-rules";
import type { NewId } from "../ports/ids";
import type { RefundableCheckout, RefundTransaction, StoredLink } from "../ports/refund-store";
import { payingFacts } from "./paying-facts";

/** What somebody asks for. */
type Asked = Pick<Refund, "amountUnits" | "reason" | "refundType" | "viaApi"> & {
  token: TokenRef;
  /** Null where nobody named one: the payer's then, where the service has proof that it is a wallet of the payer's. */
  destinationAddress: Hex | null;
  /** The link that is kept where the customer has to name an address. */
  claim: StoredLink | null;
  /** Of refunds by API, in `dailyUnits`; null where an owner's word is enough. */
  dailyLimit: bigint | null;
  now: Date;
};

export type OpenedRefund =
  | { kind: "opened"; refund: Refund }
  | { kind: "refused"; refusal: Extract<RefundDecision, { kind: "refused" }>; facts: RefundFacts };

/**
 * Judges a refund of a locked checkout and writes it, with whom it waits for. Under that lock the refunds of a
 * checkout never exceed what it received for good, however many are asked for at once.
 */
export async function openRefund(
  { chains, newId }: { chains: readonly Chain[]; newId: NewId },
  tx: RefundTransaction,
  locked: RefundableCheckout,
  { token, amountUnits, reason, refundType, viaApi, claim, dailyLimit, now, ...asked }: Asked,
): Promise<OpenedRefund> {
  const { projectId, id: checkoutId } = locked.checkout;
  const destinationAddress = asked.destinationAddress ?? locked.provenPayer;
  const facts: RefundFacts = {
    status: locked.checkout.status,
    settlementFrozen: locked.checkout.settlementFrozen,
    receivedUnits: assessPayment(locked).finalUnits,
    refundedUnits: locked.checkout.refundedUnits,
    refundingUnits: locked.checkout.refundingUnits,
    ...payingFacts(locked),
    dailyLimit: dailyLimit ?? 0n,
    askedToday: dailyLimit === null ? 0n : await askedToday(chains, tx, projectId, now),
  };
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
    createdAt: now,
    completedAt: null,
  };
  const details = { refundId: refund.id, amount: refund.amountUnits.toString(), status: refund.status };
  await tx.insert(refund, destinationAddress === null ? claim : null, [
    { kind: "refund.requested", details, at: now },
  ]);
  return { kind: "opened", refund };
}

async function askedToday(
  chains: readonly Chain[],
  tx: RefundTransaction,
  projectId: string,
  now: Date,
): Promise<bigint> {
  return dailySum(chains, await tx.askedSince(projectId, startOfDay(now)));
}

/** Sums of tokens in `dailyUnits`. */
export function dailySum(
  chains: readonly Chain[],
  sums: readonly (TokenRef & { amountUnits: bigint })[],
): bigint {
  return sums.reduce(
    (total, { amountUnits, ...token }) => total + dailyUnits(amountUnits, decimalsOf(chains, token)),
    0n,
  );
}

/** A token that is no longer listed was one of the usual ones. */
export function decimalsOf(chains: readonly Chain[], token: TokenRef): number {
  return findToken(chains, token)?.token.decimals ?? 6;
}
