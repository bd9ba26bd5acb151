/** A phone's wallet that can open a page in its own browser. */
export type WalletApp = { name: string; href: string };

type LinkParts = {
  /** Host, path and query, without the scheme. */
  bare: string;
  /** The whole URL, percent-encoded. */
  page: string;
  /** Its origin, percent-encoded. */
  origin: string;
};

/**
 * Each maker's link that opens a page in its wallet's browser, and where it is documented. Only `https` links: a phone
 * without the app shows the maker's website. Binance isn't here, since its app no longer opens pages from links
 * (https://developers.binance.com/en/docs/products/web3-connect/change-log, 2026-10-30).
 */
const makers: readonly { name: string; source: string; link(parts: LinkParts): string }[] = [
  {
    name: "MetaMask",
    source: "https://docs.metamask.io/metamask-connect/evm/guides/metamask-exclusive/use-deeplinks/",
    // It takes the URL without its scheme, and not encoded.
    link: ({ bare }) => `https://link.metamask.io/dapp/${bare}`,
  },
  {
    // Coinbase Wallet became Base and kept its links.
    name: "Base (Coinbase)",
    source: "https://docs.cdp.coinbase.com/coinbase-wallet/developer-guidance/mobile-dapp-integration",
    link: ({ page }) => `https://go.cb-w.com/dapp?cb_url=${page}`,
  },
  {
    name: "Trust Wallet",
    source: "https://developer.trustwallet.com/developer/develop-for-trust/deeplinking",
    link: ({ page }) => `https://link.trustwallet.com/open_url?coin_id=60&url=${page}`,
  },
  {
    name: "OKX Wallet",
    source: "https://web3.okx.com/build/docs/waas/app-universal-link",
    // The app's own link, encoded once more in that of its website.
    link: ({ page }) =>
      `https://web3.okx.com/download?deeplink=${encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${page}`)}`,
  },
  {
    name: "Phantom",
    source: "https://docs.phantom.com/phantom-deeplinks/other-methods/browse",
    link: ({ page, origin }) => `https://phantom.app/ul/browse/${page}?ref=${origin}`,
  },
  {
    name: "Bitget Wallet",
    source: "https://docs.bitkeep.com/en/docs/guide/mobile/Deeplink.html",
    link: ({ page }) => `https://bkcode.vip?action=dapp&url=${page}`,
  },
  {
    name: "Rainbow",
    // Documented by its code alone.
    source: "https://github.com/rainbow-me/rainbow/blob/develop/src/handlers/deeplinks.ts",
    link: ({ page }) => `https://rnbwapp.com/dapp?url=${page}`,
  },
];

/** The links of all wallets to a page. No request is made before a tap. */
export function walletAppLinks(pageUrl: string): readonly WalletApp[] {
  const { host, pathname, search, origin } = new URL(pageUrl);
  const parts = {
    bare: `${host}${pathname}${search}`,
    page: encodeURIComponent(pageUrl),
    origin: encodeURIComponent(origin),
  };
  return makers.map(({ name, link }) => ({ name, href: link(parts) }));
}
