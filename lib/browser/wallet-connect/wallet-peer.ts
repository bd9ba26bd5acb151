/** A wallet's description of itself in a session, untrusted. */
export type WalletPeer = { name: string; href: string | null };

type Metadata = { name?: unknown; redirect?: { native?: unknown; universal?: unknown } | undefined };

const mostNamed = 40;

/** Schemes that mean something to the browser itself, or to another app than a wallet. */
const notWallets =
  /^(javascript|vbscript|data|blob|file|filesystem|about|https?|ftp|wss?|intent|content|android-app|view-source|chrome.*|moz-.*|resource|jar|mailto|tel|sms|facetime.*|itms.*|market|ms-.*):/;

/** A universal link opens the wallet or its website; a native one opens nothing where the wallet is not installed. */
export function walletPeer({ name, redirect }: Metadata): WalletPeer {
  const { universal, native } = redirect ?? {};
  return {
    name: typeof name === "string" ? name.trim().slice(0, mostNamed) : "",
    href: link(universal, isWebsite) ?? link(native, (url) => isWebsite(url) || isOwnScheme(url)),
  };
}

function link(text: unknown, isAllowed: (url: URL) => boolean): string | null {
  const url = typeof text === "string" ? parseUrl(text) : null;
  return url !== null && isAllowed(url) ? url.href : null;
}

/** `URL.canParse` is younger than the oldest browsers that we support. */
function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function isWebsite({ protocol, username, password }: URL): boolean {
  return protocol === "https:" && username === "" && password === "";
}

function isOwnScheme({ href, protocol }: URL): boolean {
  return !notWallets.test(protocol) && href.startsWith(`${protocol}//`);
}
