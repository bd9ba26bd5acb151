import { type Chain, findToken } from "@/lib/chain/chains.rules";
import { sameToken, type TokenRef } from "@/lib/chain/token.rules";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { goesBack, seenReturnableUnits } from "./overpayment.rules";
import type { CheckoutFacts, Payment } from "./payment-matching.rules";
import type { TransferMove } from "./transfer-moves.rules";

type Request = Pick<Checkout, "excessRequestedAt" | "excessWallet" | "excessDismissedAt">;

/**
 * The customer's request for money back, once more arrived. One that was answered is over: it was not for the new money,
 * which can be requested anew. One without an answer stays, or anyone could end it with dust, and a reorg by taking the
 * money for a moment. A decision to keep the money doesn't hold for more of it.
 *
 * @param moves what this batch added or removed
 */
export function requestAfter(
  facts: CheckoutFacts,
  payment: Payment,
  moves: readonly TransferMove[],
  chains: readonly Chain[],
): Request {
  const { excessRequestedAt, excessWallet, excessDismissedAt, totalPaidUnits } = facts.checkout;
  const hasMore = payment.totalUnits > totalPaidUnits;
  const strays = moves.filter(
    (move) =>
      move.kind === "transfer.received" &&
      findToken(chains, move) !== null &&
      payment.strays.some((stray) => sameToken(stray, move)),
  );
  const dismissedAt = hasMore ? null : excessDismissedAt;
  const hasEnded = (hasMore || strays.length > 0) && isAnswered(facts, payment, strays, chains);
  return hasEnded
    ? { excessRequestedAt: null, excessWallet: null, excessDismissedAt: dismissedAt }
    : { excessRequestedAt, excessWallet, excessDismissedAt: dismissedAt };
}

/** Dismissed, or nothing is left of the money that was there before, and the merchant did something with it. */
function isAnswered(
  facts: CheckoutFacts,
  { strays }: Payment,
  arrived: readonly TransferMove[],
  chains: readonly Chain[],
): boolean {
  const { checkout, returned, quotes } = facts;
  if (checkout.excessDismissedAt !== null) return true;
  const undecided = strays.filter(({ setAside }) => !setAside);
  const isLeft = undecided.some(
    (stray) => findToken(chains, stray) !== null && unitsOf(undecided, stray) > unitsOf(arrived, stray),
  );
  if (isLeft || seenReturnableUnits(checkout) > 0n) return false;
  const isAccepted = checkout.lateAcceptedAt !== null || checkout.acceptedUnits !== null;
  return isAccepted || goesBack(facts) || returned.length > 0 || quotes.some(({ counted }) => counted);
}

function unitsOf(sums: readonly (TokenRef & { amountUnits: bigint })[], token: TokenRef): bigint {
  return sums.reduce((units, sum) => (sameToken(sum, token) ? units + sum.amountUnits : units), 0n);
}
