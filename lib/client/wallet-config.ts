import { custom, defineChain } from "viem";
import { type Config, createConfig } from "wagmi";
import { nativeCoin } from "./native-coin";
import type { WalletOrder } from "./wallet-order";

/** The network on which a wallet is asked for something. */
export type WalletNetwork = Pick<WalletOrder, "chainId" | "networkName" | "blockExplorerUrl">;

/**
 * wagmi for one chain. Wallets are found by EIP-6963; nothing is stored, so no wallet is
 * connected without a click; and no chain is ever read except through the connected wallet.
 */
export function createWalletConfig(network: WalletNetwork): Config {
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
    storage: null,
    multiInjectedProviderDiscovery: true,
  });
}
