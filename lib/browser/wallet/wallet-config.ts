import { custom, defineChain } from "viem";
import { type Config, createConfig } from "wagmi";
import { nativeCoin } from "@/lib/browser/payment-uri";
import { walletConnect } from "@/lib/browser/wallet-connect/wallet-connect";
import type { WalletConnectSettings } from "@/lib/browser/wallet-connect/wallet-connect-settings";

/** What a wallet is asked to pay; amounts are decimal text in the token's smallest unit. */
export type WalletOrder = {
  checkoutId: string;
  chainId: number;
  networkName: string;
  /** Empty where there is none. */
  blockExplorerUrl: string;
  tokenAddress: string;
  tokenSymbol: string;
  tokenDecimals: number;
  depositAddress: string;
  remainingAmount: string;
  /** The token's EIP-712 domain, where the checkout can be paid by signature; null elsewhere. */
  signingDomain: { name: string; version: string } | null;
  /** ISO 8601. */
  expiresAt: string;
  /** Received before this payment. */
  totalPaid: string;
};

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

/** A phone's wallet that can be asked to open a page in its own browser. */
export type WalletApp = { name: string; href: string };

/**
 * Links that open a page inside the wallets of a phone, as their makers document them. Nothing is asked of anyone
 * before one is tapped.
 *
 * @param page the payment page's whole address
 * @see https://docs.metamask.io/metamask-connect/evm/guides/metamask-exclusive/use-deeplinks/
 * @see https://docs.cdp.coinbase.com/coinbase-wallet/developer-guidance/mobile-dapp-integration
 * @see https://developer.trustwallet.com/developer/develop-for-trust/deeplinking
 */
export function walletAppLinks(page: string): readonly WalletApp[] {
  const { host, pathname, search } = new URL(page);
  const whole = encodeURIComponent(page);
  return [
    // MetaMask takes the address without its scheme, and not encoded.
    { name: "MetaMask", href: `https://link.metamask.io/dapp/${host}${pathname}${search}` },
    { name: "Coinbase Wallet", href: `https://go.cb-w.com/dapp?cb_url=${whole}` },
    { name: "Trust Wallet", href: `https://link.trustwallet.com/open_url?coin_id=60&url=${whole}` },
  ];
}
