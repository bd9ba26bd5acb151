import { fill } from "@/components/checkout/text/fill";
import type { FoundPayment } from "@/lib/browser/find-payment";
import type { CheckoutStatus } from "@/lib/checkouts/checkout.rules";
import type { LiveMessages } from "../messages/catalogue";

/** The result of a lookup in words: success, or why it does not pay. */
export function lookupText(
  found: FoundPayment,
  networks: readonly { chainId: number; name: string }[],
  t: LiveMessages,
): { isGood: boolean; text: string } {
  const on = (chainId: number) => ({
    network: networks.find((network) => network.chainId === chainId)?.name ?? "",
  });
  switch (found.kind) {
    case "recorded":
      return { isGood: true, text: recorded(found.status, t) };
    case "expected":
      return { isGood: true, text: t.lookupNoted };
    case "other_network":
      return { isGood: false, text: fill(t.lookupOtherNetwork, on(found.chainId)) };
    case "other_token":
      return { isGood: false, text: fill(t.lookupOtherToken, on(found.chainId)) };
    case "reverted":
      return { isGood: false, text: fill(t.lookupReverted, on(found.chainId)) };
    case "not_here":
      return { isGood: false, text: fill(t.lookupNotThis, on(found.chainId)) };
    case "nowhere":
      return { isGood: false, text: t.lookupUnknown };
    case "limited":
      return { isGood: false, text: t.problemBusy };
    case "unanswered":
      return { isGood: false, text: t.lookupUnanswered };
    default:
      return found satisfies never;
  }
}

/** By the checkout's status after the lookup. */
function recorded(status: CheckoutStatus, t: LiveMessages): string {
  switch (status) {
    case "PENDING":
      return t.lookupPart;
    case "DETECTED":
      return t.lookupSeen;
    case "PAID":
    case "SETTLED":
      return t.lookupPaid;
    case "EXPIRED":
      return t.lookupLate;
    default:
      return t.lookupRecorded;
  }
}
