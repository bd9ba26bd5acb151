import type { WalletNetwork } from "@/lib/browser/wallet/wallet-config";
import type { RefundLinkView } from "@/lib/checkouts/refunds/refund.schema";

/** The refund's network, for a wallet. */
export function walletNetwork(view: RefundLinkView, networkName: string): WalletNetwork {
  return {
    chainId: view.chainId,
    networkName,
    blockExplorerUrl: view.network?.blockExplorerUrl ?? "",
  };
}
