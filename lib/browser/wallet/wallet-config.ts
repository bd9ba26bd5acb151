import { custom, defineChain } from "viem";
import { type Config, createConfig } from "wagmi";
import { nativeCoin } from "@/lib/browser/payment-uri";
import type { WalletConnectSettings } from "@/lib/browser/wallet-connect/session-client";
import { walletConnect } from "@/lib/browser/wallet-connect/wallet-connect";

/** What a wallet has to pay; amounts are decimal text in the token's smallest unit. */
export type WalletOrder = {
  checkoutId: string;
  chainId: number;
  networkName: string;
  /** Empty without one. */
  blockExplorerUrl: string;
  tokenAddress: string;
  tokenSymbol: string;
  tokenDecimals: number;
  depositAddress: string;
  remainingAmount: string;
  /** The token's EIP-712 domain, if a signature can pay the checkout; otherwise null. */
  signingDomain: { name: string; version: string } | null;
  /** ISO 8601. */
  expiresAt: string;
  /** Received before this payment. */
  totalPaid: string;
};

/** The network for a wallet's request. */
export type WalletNetwork = Pick<WalletOrder, "chainId" | "networkName" | "blockExplorerUrl">;

/**
 * wagmi for one chain. Wallets are found by EIP-6963, and others through a relay if configured. wagmi stores nothing,
 * so no wallet connects without a click, and every chain is read only through the connected wallet.
 *
 * @param relay null when only the browser's own wallets are offered
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

/** A phone's wallet that can open a page in its own browser. */
export type WalletApp = { name: string; href: string };

/**
 * Links that open a page inside the wallets of a phone, as documented by their makers. No request is made before a tap.
 *
 * @param page the payment page's full URL
 * @see https://docs.metamask.io/metamask-connect/evm/guides/metamask-exclusive/use-deeplinks/
 * @see https://docs.cdp.coinbase.com/coinbase-wallet/developer-guidance/mobile-dapp-integration
 * @see https://developer.trustwallet.com/developer/develop-for-trust/deeplinking
 */
export function walletAppLinks(page: string): readonly WalletApp[] {
  const { host, pathname, search } = new URL(page);
  const whole = encodeURIComponent(page);
  return [
    // MetaMask takes the URL without its scheme, and not encoded.
    { name: "MetaMask", href: `https://link.metamask.io/dapp/${host}${pathname}${search}` },
    { name: "Coinbase Wallet", href: `https://go.cb-w.com/dapp?cb_url=${whole}` },
    { name: "Trust Wallet", href: `https://link.trustwallet.com/open_url?coin_id=60&url=${whole}` },
  ];
}
