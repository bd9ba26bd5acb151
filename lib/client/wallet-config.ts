import { custom, defineChain } from "viem";
import { type Config, createConfig } from "wagmi";
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
    nativeCurrency: network.chainId === 137 ? coin("POL") : coin("ETH"),
    // Used only when a wallet does not know a local chain and is asked to add it.
    rpcUrls: { default: { http: [new URL(`/api/demo/rpc/${network.chainId}`, location.href).href] } },
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

function coin(symbol: string) {
  return { name: symbol, symbol, decimals: 18 };
}
