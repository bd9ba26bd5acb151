import { TriangleAlert } from "lucide-react";
import type { PublicCheckoutView } from "@/lib/schemas/public-checkout";
import { fill } from "../fill";
import type { Messages } from "../messages/catalogue";

type Props = { payment: PublicCheckoutView["gaslessPayment"]; network: string; t: Messages };

/** A payment by signature that came to nothing, before the ways to pay. */
export function GaslessFailure({ payment, network, t }: Props) {
  // A payment that changed the checkout, or came by somebody else's hand, shows by itself.
  if (payment?.status !== "FAILED" || payment.failureReason === "CHECKOUT_CHANGED") return null;
  return (
    <p role="alert" className="mt-6 flex gap-2 rounded-xl bg-warn-soft px-4 py-3 text-warn">
      <TriangleAlert className="mt-1 size-4 shrink-0" aria-hidden="true" />
      {fill(reason(payment.failureReason, t), { network })}
    </p>
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
