/** A phone's wallet that can be asked to open a page in its own browser. */
export type WalletApp = { name: string; href: string };

/**
 * Links that open a page inside the wallets of a phone, as their makers document them. Nothing is asked of anybody
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
