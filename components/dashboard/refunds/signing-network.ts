import "server-only";
import { checkoutMessages } from "@/components/checkout/messages/catalogue";
import type { CallNetwork } from "@/components/dashboard/money/call-panel";
import { callNetwork } from "@/components/dashboard/money/token-amount";
import type { Chain } from "@/lib/chain/chains.rules";
import { dashboardLanguage } from "@/lib/platform/i18n/dashboard-language.rules";

type Refundable = { chainId: number; from: "deposit" | "signature" | "wallet" };

/** For the merchant's wallet; null where the service sends every refund by itself. */
export function signingNetwork(chains: readonly Chain[], refundable: Refundable | null): CallNetwork | null {
  if (refundable === null || refundable.from === "deposit") return null;
  return callNetwork(
    chains,
    refundable.chainId,
    checkoutMessages({ language: dashboardLanguage(), locale: dashboardLanguage() }).live,
  );
}
