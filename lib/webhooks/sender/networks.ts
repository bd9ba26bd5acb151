import { isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";

/** Ranges that no merchant's server on the internet has (IANA special-purpose registries, cloud metadata). */
const refused = (
  [
    ["100.100.100.200/32", "cloud metadata"],
    ["168.63.129.16/32", "cloud metadata"],
    ["192.0.0.192/32", "cloud metadata"],
    ["fd00:42::42/128", "cloud metadata"],
    ["fd00:c1::a9fe:a9fe/128", "cloud metadata"],
    ["fd00:ec2::/32", "cloud metadata"],
    ["fd20:ce::254/128", "cloud metadata"],
    ["0.0.0.0/8", "unspecified"],
    ["10.0.0.0/8", "private"],
    ["100.64.0.0/10", "carrier-grade NAT"],
    ["127.0.0.0/8", "loopback"],
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

/** The operator's list may open these. The others name no host of a network, or one that answers with secrets. */
const openable: ReadonlySet<string> = new Set([
  "benchmarking",
  "carrier-grade NAT",
  "documentation",
  "loopback",
  "private",
  "site-local",
  "unique local",
]);

/** Whether `WEBHOOK_ALLOW_HOSTS` may open a range, by the name that `refusedNetwork` returns. */
export function isOpenable(network: string): boolean {
  return openable.has(network);
}

/** Where a network with DNS64 leads to IPv4 hosts of the internet (RFC 6052). */
const nat64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");

/** All that is assigned to the public; the rest of IPv6 is reserved. */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Why a service that calls strangers' addresses must not call an IP address: the name of its range, or null when
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
  if (isTranslated(parsed)) {
    const inner = refusedNetwork(translated(parsed));
    // The loopback of the translating router.
    return inner === "loopback" ? "NAT64 of loopback" : inner;
  }
  const found = refused.find(({ range }) => range[0].kind() === parsed.kind() && parsed.match(range));
  if (found !== undefined) return found.name;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast) ? null : "reserved";
}

/** Whether the text is an IP address in the one form that resolvers and parsed URLs write. */
export function isIpAddress(text: string): boolean {
  return parseAddress(text) !== null;
}

function isTranslated(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return address instanceof ipaddr.IPv6 && address.match(nat64);
}

/** The IPv4 address to which NAT64 translates. */
function translated(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  return address.toByteArray().slice(-4).join(".");
}

/** The address that a connection reaches: through NAT64 the IPv4 address inside. */
function reached(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const parsed = parseAddress(text);
  return parsed !== null && isTranslated(parsed) ? ipaddr.IPv4.parse(translated(parsed)) : parsed;
}

export type Network = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** A range (CIDR), or an address as a range of one; null for other texts. */
export function parseNetwork(text: string): Network | null {
  const [, address = "", bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const parsed = parseAddress(address);
  if (parsed === null || address.includes("%")) return null;
  const most = parsed.kind() === "ipv4" ? 32 : 128;
  const size = bits === undefined ? most : Number(bits);
  return size > most ? null : [parsed, size];
}

/** Whether a connection to the address reaches a host of the range. */
export function isInNetwork(address: string, [base, bits]: Network): boolean {
  const parsed = reached(address);
  return parsed !== null && parsed.kind() === base.kind() && parsed.match(base, bits);
}

/** Whether connections to two addresses reach the same host, however IPv6 is abbreviated. */
export function sameAddress(a: string, b: string): boolean {
  const [left, right] = [reached(a), reached(b)];
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
