import "server-only";
import { checkoutMessages } from "@/components/checkout/messages/catalogue";
import { settlementWords } from "@/components/dashboard/messages/settlements";
import type { Chain } from "@/lib/chain/chains.rules";
import { nativeCurrencyOf } from "@/lib/chain/native-currency.rules";
import { dashboardLanguage } from "@/lib/platform/i18n/language.rules";
import type { CallNetwork } from "./call-panel";
import { chainName } from "./display-units";

/** What a member's wallet needs to send a call on this chain. */
export function callNetwork(chains: readonly Chain[], chainId: number): CallNetwork {
  const url = chains.find((chain) => chain.chainId === chainId)?.blockExplorerUrl ?? "";
  const language = dashboardLanguage();
  return {
    networkName: chainName(chains, chainId),
    blockExplorerUrl: url.replace(/\/$/, ""),
    nativeCurrency: nativeCurrencyOf(chains, chainId),
    walletWords: {
      ...checkoutMessages({ language, locale: language }).live,
      // The payment page's text would ask for a payment.
      walletNone: settlementWords.sign.noWallet,
    },
  };
}

/**
 * For the merchant's wallet, which may have to sign any refund: after the request of a full one nothing is refundable
 * any more, and a refund that the service would send may find its money swept. Null before a network is chosen.
 */
export function signingNetwork(chains: readonly Chain[], chainId: number | null): CallNetwork | null {
  return chainId === null ? null : callNetwork(chains, chainId);
}
