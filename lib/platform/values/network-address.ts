import { isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";

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
