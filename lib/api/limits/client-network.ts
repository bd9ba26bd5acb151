import { isIPv6 } from "node:net";

/**
 * Whom an address stands for when requests are counted: of IPv6 the network that one customer has, in which every
 * address is theirs (RFC 6177); an IPv4 address written as IPv6 is the IPv4 address.
 *
 * @param address as `setClientAddress` leaves it: bare, without zone
 * @example clientNetwork("2001:db8:0:7::1") // "2001:db8:0:7::/64"
 */
export function clientNetwork(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = expand(address);
  const embedded = groups.slice(6).flatMap((group) => [group >> 8, group & 0xff]);
  const isMapped = groups.slice(0, 6).join(":") === "0:0:0:0:0:65535";
  if (isMapped) return embedded.join(".");
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(":")}::/64`;
}

/** The eight groups of an IPv6 address. */
function expand(address: string): number[] {
  // A parsed URL writes every form alike, an IPv4 ending in hex too.
  const [head = "", tail = ""] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const start = head === "" ? [] : head.split(":");
  const end = tail === "" ? [] : tail.split(":");
  const zeros = Array<string>(8 - start.length - end.length).fill("0");
  return [...start, ...zeros, ...end].map((group) => Number.parseInt(group, 16));
}
