import ipaddr from "ipaddr.js";

/**
 * The network that an IP address counts for: for IPv6 one customer's prefix, all of whose addresses are theirs (RFC
 * 6177); an IPv4 address written as IPv6 is the IPv4 address.
 *
 * @param address in the form of `setClientAddress`: bare, without zone
 * @example clientNetwork("2001:db8:0:7::1") // "2001:db8:0:7::/64"
 */
export function clientNetwork(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  // An IPv4 address written as IPv6 becomes the IPv4 address.
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(":")}::/64`;
}
