import { parseUrl } from "./parse-url.rules";

/** Scheme, host and port as somebody writes them, and nothing else: no user, path, escape or space. */
const originText = /^https?:\/\/(\[[0-9a-f:.]+\]|[^\s\p{Cc}/?#@\\%:[\]]+)(:[1-9]\d{0,4})?$/iu;
const hostLabel = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?$/;
const maxHostLength = 253;

/**
 * An origin in the one form that browsers send (RFC 6454 §6.2): lower case, punycode, no default port. Requests
 * are then compared with it character by character. Null for what can stand on no allow-list: `null`, a wildcard,
 * a path, a trailing dot, user info, any scheme but https, or http beyond this machine.
 *
 * @example parseOrigin("https://Bücher.example:443") // "https://xn--bcher-kva.example"
 */
export function parseOrigin(text: string): string | null {
  const url = originText.test(text) ? parseUrl(text) : null;
  if (url === null) return null;
  const { protocol, hostname, origin } = url;
  if (protocol !== "https:" && !isLoopbackHost(hostname)) return null;
  return isIpv6(hostname) || isHostName(hostname) ? origin : null;
}

/** Whether a parsed URL's host is this machine itself. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function isIpv6(hostname: string): boolean {
  return hostname.startsWith("[");
}

function isHostName(hostname: string): boolean {
  return hostname.length <= maxHostLength && hostname.split(".").every((label) => hostLabel.test(label));
}
