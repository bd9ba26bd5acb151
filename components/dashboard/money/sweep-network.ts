import type { LiveMessages } from "@/components/checkout/messages/catalogue";
import type { Chain } from "@/lib/chain/chains.rules";
import { settlementWords } from "../messages/settlements";
import { chainName } from "./shown-units";
import type { SweepNetwork } from "./sweep-panel";

export function sweepNetwork(
  chains: readonly Chain[],
  chainId: number,
  walletWords: LiveMessages,
): SweepNetwork {
  const url = chains.find((chain) => chain.chainId === chainId)?.blockExplorerUrl ?? "";
  return {
    networkName: chainName(chains, chainId),
    blockExplorerUrl: url.replace(/\/$/, ""),
    // The payment page's texts would ask for a payment.
    walletWords: { ...walletWords, walletNone: settlementWords.sign.noWallet },
  };
}
