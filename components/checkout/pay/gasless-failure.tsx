import { Banner } from "@/components/checkout/screen-parts";
import { fill } from "@/components/checkout/text/fill";
import type { PublicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import type { Messages } from "../messages/catalogue";

type Props = { payment: PublicCheckoutView["gaslessPayment"]; network: string; t: Messages };

/** A failed payment by signature, above the ways to pay. */
export function GaslessFailure({ payment, network, t }: Props) {
  // A payment that changed the checkout, or that someone else submitted, shows by itself.
  if (payment?.status !== "FAILED" || payment.failureReason === "CHECKOUT_CHANGED") return null;
  return (
    <Banner tone="warn" alert>
      {fill(reason(payment.failureReason, t), { network })}
    </Banner>
  );
}

function reason(code: string | null, t: Messages): string {
  switch (code) {
    case "WALLET_BLOCKED":
      return t.gaslessFailedWallet;
    case "TRANSFERS_STOPPED":
      return t.gaslessFailedToken;
    case "BALANCE_TOO_LOW":
      return t.gaslessFailedBalance;
    case "NONCE_USED":
      return t.gaslessFailedUsed;
    case "EXPIRED":
    case "NOT_SENT_IN_TIME":
      return t.gaslessFailedTime;
    default:
      return t.gaslessFailed;
  }
}
