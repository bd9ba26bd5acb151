import { custom, defineChain, type EIP1193Provider } from "viem";
import { type Config, createConfig, injected } from "wagmi";
import { plainWalletId } from "@/lib/browser/announced-wallets";
import type { WalletConnectSettings } from "@/lib/browser/wallet-connect/session-client";
import { walletConnect } from "@/lib/browser/wallet-connect/wallet-connect";
import type { WalletChoice } from "./wallet-order";

/** The network for a wallet's request. */
export type WalletNetwork = Pick<
  WalletChoice,
  "chainId" | "networkName" | "blockExplorerUrl" | "nativeCurrency"
>;

/**
 * wagmi for the chains of one task. Wallets are found by EIP-6963, else in `window.ethereum`, and others through a relay
 * if configured. wagmi stores nothing, so no wallet connects without a click, and every chain is read only through the
 * connected wallet.
 *
 * @param networks at least one; the first is preferred
 * @param relay null when only the browser's own wallets are offered
 * @param plainName of a wallet that has no name
 */
export function createWalletConfig(
  networks: readonly WalletNetwork[],
  relay: WalletConnectSettings | null,
  plainName: string,
): Config {
  const chains = [...new Map(networks.map((network) => [network.chainId, toChain(network)])).values()];
  const [first, ...others] = chains;
  if (first === undefined) throw new Error("a wallet needs a network");
  const noDirectReads = custom({
    request: () => Promise.reject(new Error("the chain is read through the wallet only")),
  });
  const plain = injected({
    target: {
      id: plainWalletId,
      name: plainName,
      provider: () => Reflect.get(window, "ethereum") as EIP1193Provider,
    },
  });
  return createConfig({
    chains: [first, ...others],
    transports: Object.fromEntries(chains.map(({ id }) => [id, noDirectReads])),
    connectors: [...("ethereum" in window ? [plain] : []), ...(relay === null ? [] : [walletConnect(relay)])],
    storage: null,
    multiInjectedProviderDiscovery: true,
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
