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
    // Coinbase Wallet became Base and kept its links.
    { name: "Base (Coinbase Wallet)", href: `https://go.cb-w.com/dapp?cb_url=${whole}` },
    { name: "Trust Wallet", href: `https://link.trustwallet.com/open_url?coin_id=60&url=${whole}` },
  ];
}
