import type { WalletNetwork } from "@/lib/browser/wallet/wallet-config";
import type { RefundLinkView } from "@/lib/checkouts/refunds/refund.schema";

/** The refund's network, as a wallet is told of it. */
export function walletNetwork(view: RefundLinkView, networkName: string): WalletNetwork {
  return {
    chainId: view.chainId,
    networkName,
    blockExplorerUrl: view.network?.blockExplorerUrl ?? "",
  };
}
