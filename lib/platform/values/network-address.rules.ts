/** A block of addresses: its first one as a number, and how many leading bits are fixed. */
type Block = { first: bigint; prefix: number; name: string };

/** Ranges without public servers (IANA special-purpose registries, cloud metadata). */
const refusedIpv4 = [
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
] as const;

const refusedIpv6 = [
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
] as const;

const ipv4Blocks = refusedIpv4.map(([range, name]) => block(range, name, parseIpv4));
const ipv6Blocks = refusedIpv6.map(([range, name]) => block(range, name, parseIpv6));
/** The only public range; the rest of IPv6 is reserved. */
const globalUnicast = block("2000::/3", "global", parseIpv6);

/**
 * Why the service must not call an IP address given by a stranger: the name of its range, or null when it is public. A
 * text that is not an IP address is refused too.
 *
 * @param address in the form of a resolver or a parsed URL, IPv6 without brackets
 * @example refusedNetwork("127.0.0.1") // "loopback"
 */
export function refusedNetwork(address: string): string | null {
  const ipv4 = parseIpv4(address);
  if (ipv4 !== null) return ipv4Blocks.find((range) => contains(range, ipv4, 32))?.name ?? null;
  const ipv6 = parseIpv6(address);
  if (ipv6 === null) return "not an IP address";
  // A zone names an interface of this machine, so the address is link-local.
  if (address.includes("%")) return "link-local";
  const named = ipv6Blocks.find((range) => contains(range, ipv6, 128));
  if (named !== undefined) return named.name;
  return contains(globalUnicast, ipv6, 128) ? null : "reserved";
}

/** Whether the text is an IP address in the form of resolvers and parsed URLs. */
export function isIpAddress(text: string): boolean {
  return parseIpv4(text) !== null || parseIpv6(text) !== null;
}

/** Whether two texts are the same address, with any IPv6 abbreviation. */
export function sameAddress(a: string, b: string): boolean {
  const [first, second] = [parseIpv4(a), parseIpv4(b)];
  if (first !== null || second !== null) return first === second;
  const left = parseIpv6(a);
  return left !== null && left === parseIpv6(b);
}

function contains({ first, prefix }: Block, address: bigint, bits: number): boolean {
  const shift = BigInt(bits - prefix);
  return first >> shift === address >> shift;
}

function block(range: string, name: string, parse: (text: string) => bigint | null): Block {
  const [text = "", prefix = ""] = range.split("/");
  const first = parse(text);
  if (first === null) throw new RangeError(`${range} is no range`);
  return { first, prefix: Number(prefix), name };
}

/** Four decimal parts: URL parsers normalise shorter, octal and hexadecimal forms to this. */
function parseIpv4(text: string): bigint | null {
  const parts = text.split(".");
  if (parts.length !== 4) return null;
  let value = 0n;
  for (const part of parts) {
    if (!/^(0|[1-9]\d{0,2})$/.test(part) || Number(part) > 255) return null;
    value = value * 256n + BigInt(part);
  }
  return value;
}

/** RFC 4291 §2.2: eight groups, one run of zeros omitted, the last two possibly as IPv4. */
function parseIpv6(text: string): bigint | null {
  const [address = "", zone] = text.split("%");
  if (zone !== undefined && zone === "") return null;
  const halves = address.split("::");
  if (halves.length > 2) return null;
  const [head, tail] = halves.map((half, index) => groups(half, index === halves.length - 1));
  if (head === undefined || head === null || tail === null) return null;
  const given = head.length + (tail?.length ?? 0);
  if (tail === undefined ? given !== 8 : given > 7) return null;
  const all = [...head, ...Array.from({ length: 8 - given }, () => 0), ...(tail ?? [])];
  return all.reduce((value, group) => value * 65_536n + BigInt(group), 0n);
}

function groups(text: string, last: boolean): number[] | null {
  if (text === "") return [];
  const parts = text.split(":");
  const values: number[] = [];
  for (const [index, part] of parts.entries()) {
    const ipv4 = last && index === parts.length - 1 ? parseIpv4(part) : null;
    if (ipv4 !== null) values.push(Number(ipv4 >> 16n), Number(ipv4 & 0xffffn));
    else if (/^[0-9a-f]{1,4}$/i.test(part)) values.push(Number.parseInt(part, 16));
    else return null;
  }
  return values;
}
