import { custom, defineChain } from "viem";
import { type Config, createConfig } from "wagmi";
import { walletConnect } from "@/lib/browser/wallet-connect/wallet-connect";
import type { WalletConnectSettings } from "@/lib/browser/wallet-connect/wallet-connect-settings";
import { nativeCoin } from "./native-coin";
import type { WalletOrder } from "./wallet-order";

/** The network on which a wallet is asked for something. */
export type WalletNetwork = Pick<WalletOrder, "chainId" | "networkName" | "blockExplorerUrl">;

/**
 * wagmi for one chain. Wallets are found by EIP-6963, and others through a relay where one is set; wagmi stores
 * nothing, so no wallet is connected without a click; and no chain is ever read except through the connected wallet.
 *
 * @param relay null where only the browser's own wallets are offered
 */
export function createWalletConfig(
  network: WalletNetwork,
  relay: WalletConnectSettings | null = null,
): Config {
  const chain = defineChain({
    id: network.chainId,
    name: network.networkName,
    nativeCurrency: nativeCoin(network.chainId),
    rpcUrls: { default: { http: [] } },
    ...(network.blockExplorerUrl === ""
      ? {}
      : { blockExplorers: { default: { name: network.networkName, url: network.blockExplorerUrl } } }),
  });
  const noDirectReads = custom({
    request: () => Promise.reject(new Error("the chain is read through the wallet only")),
  });
  return createConfig({
    chains: [chain],
    transports: { [chain.id]: noDirectReads },
    connectors: relay === null ? [] : [walletConnect(relay)],
    storage: null,
    multiInjectedProviderDiscovery: true,
  });
}
