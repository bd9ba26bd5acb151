import { Resolver } from "node:dns/promises";
import { isIP, isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";
import { parseUrl } from "@/lib/platform/values/url.rules";
import type { CheckWebhookUrl } from "@/lib/webhooks/webhook-store.port";

/** Where the service may send requests on behalf of a merchant (decisions §11). */
export type OutgoingPolicy = {
  /** Allows any scheme and port on this machine's loopback; never in production. */
  allowPrivateLoopback: boolean;
  /** This service's own public URLs: it never calls itself. */
  ownOrigins: readonly string[];
  /** IP addresses of this machine; defaults to its interfaces. */
  ownAddresses?: (() => readonly string[]) | undefined;
};

/** Every address of a name, or throws. Its answers are not trusted. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** The target of a request: of a URL, or of a connection about to be opened. */
type Target = Readonly<{ protocol: string; hostname: string }>;

/** The service does not send to this URL; the message says why and may be shown to the merchant. */
export class UnsendableUrl extends Error {
  override readonly name = "UnsendableUrl";
}

const maxUrlLength = 2_048;

/** A name server may return thousands, and checking each costs time. */
const maxAddresses = 64;

/** Names that only resolve inside a network. */
const innerName = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home\.arpa|onion|test|invalid)$/;

/**
 * Checks the parts of a URL that need no DNS. Each connection checks the resolved name again: see `resolveSendable`.
 *
 * @returns the parsed URL
 * @throws UnsendableUrl
 */
export function assertSendableUrl(text: string, policy: OutgoingPolicy): URL {
  if (text.length > maxUrlLength) throw new UnsendableUrl(`must have at most ${maxUrlLength} characters`);
  // URL parsers drop or rewrite these: what is checked must be what was written.
  if (/[\s\p{Cc}\p{Cf}\\]/u.test(text))
    throw new UnsendableUrl("must not have spaces, control characters or backslashes");
  const authority = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1];
  const url = parseUrl(text);
  if (authority === undefined || url === null) throw new UnsendableUrl("must be an https:// URL");
  if (authority.includes("@")) throw new UnsendableUrl("must not have a user name or password");
  if (authority.includes("%")) throw new UnsendableUrl("must not have percent signs in the host name");

  const host = bareHost(url.hostname);
  if (host.endsWith(".")) throw new UnsendableUrl("must not have a host name that ends with a dot");
  if (policy.allowPrivateLoopback && isLoopbackHost(host)) return url;

  if (url.protocol !== "https:") throw new UnsendableUrl("must be an https:// URL");
  if (url.port !== "" && url.port !== "8443") throw new UnsendableUrl("must use port 443 or 8443");
  if (policy.ownOrigins.some((origin) => bareHost(new URL(origin).hostname).replace(/\.$/, "") === host))
    throw new UnsendableUrl("must not be this service's own address");
  if (isIpAddress(host)) assertSendableAddresses(host, [host], policy, false);
  else if (!host.includes(".") || innerName.test(host))
    throw new UnsendableUrl(`must have a public host name; ${host} is not one`);
  return url;
}

/**
 * Checks a URL when it is saved, including its present DNS answer. Each connection checks again, because the DNS answer
 * may change right after saving.
 *
 * @returns the parsed URL
 * @throws UnsendableUrl, also when the name resolves to nothing
 */
export async function checkSendableUrl(text: string, policy: OutgoingPolicy, resolve: Resolve): Promise<URL> {
  const url = assertSendableUrl(text, policy);
  try {
    await resolveSendable(url, policy, resolve);
  } catch (error) {
    if (error instanceof UnsendableUrl) throw error;
    throw new UnsendableUrl(`${url.hostname} cannot be found`, { cause: error });
  }
  return url;
}

/**
 * The IP addresses to which a host's connections may go. One refused address refuses them all: a name with mixed
 * answers is suspect.
 *
 * @throws UnsendableUrl, or the error of `resolve`
 */
export async function resolveSendable(
  { protocol, hostname }: Target,
  policy: OutgoingPolicy,
  resolve: Resolve,
): Promise<string[]> {
  const host = bareHost(hostname);
  const isLoopback = isLoopbackHost(host);
  const addresses = isIP(host) !== 0 ? [host] : [...(await (isLoopback ? loopback() : resolve(host)))];
  // An exception by `allowPrivateLoopback` may only go to loopback.
  assertSendableAddresses(host, addresses, policy, isLoopback || protocol !== "https:");
  return addresses;
}

/** Whether a host can only be this machine's loopback (RFC 6761 §6.3). */
function isLoopbackHost(host: string): boolean {
  return refusedNetwork(host) === "loopback" || host === "localhost" || host.endsWith(".localhost");
}

/** A host name from `URL`, without the brackets of IPv6. */
function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "").toLowerCase();
}

const loopback = async () => ["127.0.0.1", "::1"];

/** The messages do not show the resolved addresses: this machine's resolver may know internal names. */
function assertSendableAddresses(
  host: string,
  addresses: readonly string[],
  policy: OutgoingPolicy,
  loopbackOnly: boolean,
): void {
  if (addresses.length === 0) throw new UnsendableUrl(`${host} has no address`);
  if (addresses.length > maxAddresses)
    throw new UnsendableUrl(`${host} has more than ${maxAddresses} addresses`);
  const own = (policy.ownAddresses ?? interfaceAddresses)();
  for (const address of addresses) {
    const network = refusedNetwork(address);
    if (network === "loopback" && policy.allowPrivateLoopback) continue;
    if (network !== null) throw new UnsendableUrl(`the address of ${host} is not public: ${network}`);
    if (loopbackOnly) throw new UnsendableUrl(`the address of ${host} is not this machine's`);
    if (own.some((mine) => sameAddress(mine, address)))
      throw new UnsendableUrl("must not be this service's own address");
  }
}

function interfaceAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((entries) =>
    (entries ?? []).map(({ address }) => address),
  );
}

const maxLookupMs = 5_000;

/**
 * Queries name servers directly, for both address families: `getaddrinfo` would block a thread while they are slow, and
 * would read this machine's hosts file.
 *
 * @param servers as IP addresses with or without a port; defaults to the system's
 */
export function createDnsResolve(servers?: readonly string[]): Resolve {
  return async (hostname) => {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 });
    if (servers !== undefined) resolver.setServers(servers);
    // Several silent servers would take longer than an attempt may.
    const timer = setTimeout(() => resolver.cancel(), maxLookupMs);
    try {
      const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
      const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
      const [failed] = answers.filter((answer) => answer.status === "rejected");
      if (addresses.length === 0 && failed !== undefined) throw failed.reason;
      return addresses;
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Checks a URL on saving as the sender does on each connection. */
export function createWebhookUrlCheck(
  policy: OutgoingPolicy,
  resolve: Resolve = createDnsResolve(),
): CheckWebhookUrl {
  return async (url) => {
    try {
      await checkSendableUrl(url, policy, resolve);
      return null;
    } catch (error) {
      if (error instanceof UnsendableUrl) return error.message;
      throw error;
    }
  };
}

/** Ranges that no merchant's server on the internet has (IANA special-purpose registries, cloud metadata). */
const refused = (
  [
    ["0.0.0.0/8", "unspecified"],
    ["10.0.0.0/8", "private"],
    ["100.64.0.0/10", "carrier-grade NAT"],
    ["127.0.0.0/8", "loopback"],
    ["168.63.129.16/32", "cloud metadata"],
    ["169.254.0.0/16", "link-local"],
    ["172.16.0.0/12", "private"],
    ["192.0.0.0/24", "protocol assignments"],
    ["192.0.2.0/24", "documentation"],
    ["192.88.99.0/24", "6to4 relay"],
    ["192.168.0.0/16", "private"],
    ["198.18.0.0/15", "benchmarking"],
    ["198.51.100.0/24", "documentation"],
    ["203.0.113.0/24", "documentation"],
    ["224.0.0.0/4", "multicast"],
    ["240.0.0.0/4", "reserved"],
    ["::1/128", "loopback"],
    ["::/128", "unspecified"],
    ["::ffff:0:0/96", "IPv4-mapped"],
    ["::ffff:0:0:0/96", "IPv4-translated"],
    ["::/96", "IPv4-compatible"],
    ["64:ff9b::/96", "NAT64"],
    ["64:ff9b:1::/48", "NAT64"],
    ["100::/64", "discard"],
    ["2001::/32", "Teredo"],
    ["2001:2::/48", "benchmarking"],
    ["2001::/23", "protocol assignments"],
    ["2001:db8::/32", "documentation"],
    ["2002::/16", "6to4"],
    ["3fff::/20", "documentation"],
    ["fc00::/7", "unique local"],
    ["fe80::/10", "link-local"],
    ["fec0::/10", "site-local"],
    ["ff00::/8", "multicast"],
  ] as const
).map(([range, name]) => ({ range: ipaddr.parseCIDR(range), name }));

/** All that is assigned to the public; the rest of IPv6 is reserved. */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Why a service that calls where strangers tell it to must not call an IP address: the name of its range, or null when
 * it is public. A text that is not an IP address is refused too.
 *
 * @param address as the resolver or a parsed URL writes it, IPv6 without brackets
 * @example refusedNetwork("127.0.0.1") // "loopback"
 */
export function refusedNetwork(address: string): string | null {
  const parsed = parseAddress(address);
  if (parsed === null) return "not an IP address";
  // A zone names an interface of this machine, so it means a neighbour.
  if (address.includes("%")) return "link-local";
  const found = refused.find(({ range }) => range[0].kind() === parsed.kind() && parsed.match(range));
  if (found !== undefined) return found.name;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast) ? null : "reserved";
}

/** Whether the text is an IP address in the one form that resolvers and parsed URLs write. */
export function isIpAddress(text: string): boolean {
  return parseAddress(text) !== null;
}

/** Whether two texts are the same address, however IPv6 is abbreviated. */
export function sameAddress(a: string, b: string): boolean {
  const [left, right] = [parseAddress(a), parseAddress(b)];
  return left !== null && right !== null && left.toNormalizedString() === right.toNormalizedString();
}

/** IPv4 as four decimal parts only: URL parsers bring shorter, octal and hexadecimal forms to this. */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!isIPv6(text)) return null;
  // `URL` writes an IPv4 ending as IPv6; ipaddr.js misreads some of them.
  const [bare = ""] = text.split("%");
  return ipaddr.IPv6.parse(new URL(`http://[${bare}]`).hostname.slice(1, -1));
}
