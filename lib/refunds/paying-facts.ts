import { sameToken } from "@/lib/chain/token.rules";
import { type PayingFacts, unsweptUnits } from "./refund-decision.rules";
import type { RefundableCheckout } from "./refund-store.port";

/** What decides who pays a refund of this checkout, beside the other refunds of it. */
export function payingFacts(locked: RefundableCheckout): PayingFacts {
  return {
    strict: isStrict(locked),
    unsweptUnits: unsweptUnits({ ...locked, notFinalUnits: notFinalUnits(locked) }),
  };
}

/** What a refund that is sent now can be paid from: what others merely wait for is theirs only once they are sent. */
export function sendableUnits(locked: RefundableCheckout): bigint {
  const { atDepositUnits, leavingUnits, beingSettled } = locked;
  return unsweptUnits({
    atDepositUnits,
    beingSettled,
    promisedUnits: leavingUnits,
    notFinalUnits: notFinalUnits(locked),
  });
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
