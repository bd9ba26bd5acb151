import { custom, defineChain } from "viem";
import { type Config, createConfig } from "wagmi";
import type { WalletOrder } from "./wallet-order";

/**
 * wagmi for the one chain of an order. Wallets are found by EIP-6963; nothing is stored, so no wallet is
 * connected without a click; and no chain is ever read except through the connected wallet.
 */
export function createWalletConfig(order: WalletOrder): Config {
  const chain = defineChain({
    id: order.chainId,
    name: order.networkName,
    nativeCurrency: order.chainId === 137 ? coin("POL") : coin("ETH"),
    // Used only when a wallet does not know a local chain and is asked to add it.
    rpcUrls: { default: { http: [new URL(`/api/demo/rpc/${order.chainId}`, location.href).href] } },
    ...(order.blockExplorerUrl === ""
      ? {}
      : { blockExplorers: { default: { name: order.networkName, url: order.blockExplorerUrl } } }),
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
