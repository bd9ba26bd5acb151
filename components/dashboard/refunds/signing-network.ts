import "server-only";
import { checkoutMessages } from "@/components/checkout/messages/catalogue";
import type { CallNetwork } from "@/components/dashboard/money/call-panel";
import { callNetwork } from "@/components/dashboard/money/token-amount";
import type { Chain } from "@/lib/chain/chains.rules";
import { dashboardLanguage } from "@/lib/platform/i18n/dashboard-language.rules";

/**
 * For the merchant's wallet, which may have to sign any refund: after the request of a full one nothing is refundable
 * any more, and a refund that the service would send may find its money swept. Null before a network is chosen.
 */
export function signingNetwork(chains: readonly Chain[], chainId: number | null): CallNetwork | null {
  if (chainId === null) return null;
  return callNetwork(
    chains,
    chainId,
    checkoutMessages({ language: dashboardLanguage(), locale: dashboardLanguage() }).live,
  );
}
