import { QueryClient } from "@tanstack/react-query";
import { custom, defineChain } from "viem";
import { type Config, createConfig } from "wagmi";
import type { WalletConnectSettings } from "@/lib/browser/wallet-connect/session-client";
import { walletConnect } from "@/lib/browser/wallet-connect/wallet-connect";
import type { WalletChoice } from "./wallet-order";

/** The network for a wallet's request. */
export type WalletNetwork = Pick<
  WalletChoice,
  "chainId" | "networkName" | "blockExplorerUrl" | "nativeCurrency"
>;

/**
 * wagmi for the chains of one task. A wallet of the browser becomes a connector when the customer chooses it; others
 * connect through a relay if configured. wagmi stores nothing, so no wallet connects without a click, and every chain is
 * read only through the connected wallet.
 *
 * @param networks at least one; the first is preferred
 * @param relay null when only the browser's own wallets are offered
 */
export function createWalletConfig(
  networks: readonly WalletNetwork[],
  relay: WalletConnectSettings | null,
): Config {
  const chains = [...new Map(networks.map((network) => [network.chainId, toChain(network)])).values()];
  const [first, ...others] = chains;
  if (first === undefined) throw new Error("a wallet needs a network");
  const noDirectReads = custom({
    request: () => Promise.reject(new Error("the chain is read through the wallet only")),
  });
  return createConfig({
    chains: [first, ...others],
    transports: Object.fromEntries(chains.map(({ id }) => [id, noDirectReads])),
    connectors: relay === null ? [] : [walletConnect(relay)],
    storage: null,
    multiInjectedProviderDiscovery: false,
  });
}

/** The browser's `offline` event says nothing of a wallet: one that pauses a call would never ask. */
export function createWalletQueries(): QueryClient {
  const networkMode = "always";
  return new QueryClient({
    defaultOptions: { queries: { retry: 1, networkMode }, mutations: { networkMode } },
  });
}

function toChain({ chainId, networkName, blockExplorerUrl, nativeCurrency }: WalletNetwork) {
  return defineChain({
    id: chainId,
    name: networkName,
    nativeCurrency,
    rpcUrls: { default: { http: [] } },
    ...(blockExplorerUrl === ""
      ? {}
      : { blockExplorers: { default: { name: networkName, url: blockExplorerUrl } } }),
  });
}
