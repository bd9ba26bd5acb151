import fc from "fast-check";
import { afterAll, expect, it, vi } from "vitest";
import { assertSendableUrl, checkSendableUrl, UnsendableUrl } from "./outgoing-address";
import { createWebhookSender } from "./webhook-sender";

const policy = {
  allowPrivateLoopback: false,
  ownOrigins: ["https://pay.example.com"],
  ownAddresses: () => ["9.9.9.9", "2620:fe::9"],
};

/** One block of each kind that is refused, as its first address and the count of free bits behind it. */
const refusedBlocks: readonly (readonly [name: string, first: string, freeBits: number])[] = [
  ["loopback", "127.0.0.0", 24],
  ["unspecified", "0.0.0.0", 24],
  ["private", "10.0.0.0", 24],
  ["private", "172.16.0.0", 20],
  ["private", "192.168.0.0", 16],
  ["link-local", "169.254.0.0", 16],
  ["metadata", "169.254.169.254", 0],
  ["metadata", "169.254.170.2", 0],
  ["metadata", "100.100.100.200", 0],
  ["metadata", "168.63.129.16", 0],
  ["carrier-grade NAT", "100.64.0.0", 22],
  ["benchmarking", "198.18.0.0", 17],
  ["documentation", "192.0.2.0", 8],
  ["documentation", "198.51.100.0", 8],
  ["documentation", "203.0.113.0", 8],
  ["multicast", "224.0.0.0", 28],
  ["broadcast", "255.255.255.255", 0],
  ["reserved", "240.0.0.0", 28],
  ["own address", "9.9.9.9", 0],
];

const refusedIpv4 = fc
  .constantFrom(...refusedBlocks)
  .chain(([, first, freeBits]) =>
    fc.nat({ max: 2 ** freeBits - 1 }).map((offset) => toNumber(first) + offset),
  );

const digitsOf = {
  plain: "0123456789",
  fullWidth: "０１２３４５６７８９",
  circled: "⓪①②③④⑤⑥⑦⑧⑨",
  mathematical: [..."𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗"],
} as const;

/** One number of an address as C's inet_aton reads it: decimal, octal or hexadecimal, its digits of whatever script. */
const spelledNumber = (value: number) =>
  fc
    .record({
      radix: fc.constantFrom("decimal", "octal", "hexadecimal"),
      zeros: fc.nat({ max: 3 }),
      digits: fc.constantFrom(...Object.values(digitsOf)),
      upper: fc.boolean(),
    })
    .map(({ radix, zeros, digits, upper }) => {
      const padding = "0".repeat(zeros);
      const text = {
        decimal: String(value),
        octal: `0${padding}${value.toString(8)}`,
        hexadecimal: `0x${padding}${value.toString(16)}`,
      }[radix];
      return (upper ? text.toUpperCase() : text).replace(/\d/g, (digit) => digits[Number(digit)] ?? digit);
    });

/** An IPv4 address in one to four parts, the last of which holds all that is left. */
const spelledIpv4 = (address: number) =>
  fc
    .record({ parts: fc.integer({ min: 1, max: 4 }), dot: fc.constantFrom(".", "。", "．", "｡") })
    .chain(({ parts, dot }) => {
      const bytes = [address >>> 24, (address >>> 16) & 255, (address >>> 8) & 255, address & 255];
      const rest = bytes.slice(parts - 1).reduce((value, byte) => value * 256 + byte, 0);
      return fc.tuple(...[...bytes.slice(0, parts - 1), rest].map(spelledNumber)).map((all) => all.join(dot));
    });

/** The ways in which an IPv6 address can hold an IPv4 address, or hide it. */
const embeddings: Readonly<Record<string, (ipv4: number) => readonly number[]>> = {
  mapped: (ipv4) => [0, 0, 0, 0, 0, 0xffff, ...halves(ipv4)],
  compatible: (ipv4) => [0, 0, 0, 0, 0, 0, ...halves(ipv4)],
  translated: (ipv4) => [0, 0, 0, 0, 0xffff, 0, ...halves(ipv4)],
  NAT64: (ipv4) => [0x64, 0xff9b, 0, 0, 0, 0, ...halves(ipv4)],
  "local NAT64": (ipv4) => [0x64, 0xff9b, 1, 0, 0, 0, ...halves(ipv4)],
  "6to4": (ipv4) => [0x2002, ...halves(ipv4), 0, 0, 0, 0, 1],
  Teredo: (ipv4) => [0x2001, 0, ...halves(ipv4), 0, 0, ...halves(~ipv4 >>> 0)],
};

/** Eight groups written out, or with one run of zeros left out, or with the last two as an IPv4 address. */
const spelledIpv6 = (groups: readonly number[]) =>
  fc
    .record({ width: fc.constantFrom(0, 4), upper: fc.boolean(), form: fc.nat({ max: 2 }) })
    .map(({ width, upper, form }) => {
      const written = groups.map((group) => group.toString(16).padStart(width, "0"));
      const [high = 0, low = 0] = groups.slice(6);
      const dotted = [high >> 8, high & 255, low >> 8, low & 255].join(".");
      const text = [
        written.join(":"),
        // As a URL parser shortens it.
        new URL(`http://[${written.join(":")}]/`).hostname.slice(1, -1),
        [...written.slice(0, 6), dotted].join(":"),
      ][form] as string;
      return upper ? text.toUpperCase() : text;
    });

const resolve = vi.fn(async () => ["1.1.1.1"]);
const open = vi.fn();
const sender = createWebhookSender({ ...policy, resolve, open });
afterAll(() => sender.close());

/** Refused when it is saved and when it is sent to, before anyone is asked and anything is connected. */
async function expectRefused(url: string): Promise<void> {
  await expect(checkSendableUrl(url, policy, resolve)).rejects.toThrow(UnsendableUrl);
  const sent = { eventId: "evt_1", body: "{}", secrets: ["whsec_AAAA"], at: new Date(), timeoutMs: 1_000 };
  expect(await sender.post({ url, ...sent })).toMatchObject({ kind: "failed" });
  expect(resolve).not.toHaveBeenCalled();
  expect(open).not.toHaveBeenCalled();
}

it("refuses every IPv4 address of these blocks in every notation", async () => {
  const spelled = refusedIpv4.chain((address) => fc.tuple(fc.constant(address), spelledIpv4(address)));
  await fc.assert(
    fc.asyncProperty(spelled, async ([address, host]) => {
      // It is this address indeed, and would be connected to.
      expect(toNumber(new URL(`https://${host}/`).hostname)).toBe(address);
      await expectRefused(`https://${host}/hook`);
      await expectRefused(`https://${host}./hook`);
      await expectRefused(`https://${encodeURIComponent(host).replace(/^(\w)/, percentEncoded)}/hook`);
    }),
    { numRuns: 300 },
  );
});

it("accepts a public address in the same notations, which proves that the notation isn't refused", () => {
  fc.assert(
    fc.property(spelledIpv4(toNumber("8.8.8.8")), (host) => {
      expect(assertSendableUrl(`https://${host}/`, policy).hostname).toBe("8.8.8.8");
    }),
    { numRuns: 200 },
  );
});

it("refuses every IPv6 address that holds an IPv4 address, except a public one behind NAT64", async () => {
  const { NAT64: translate, ...others } = embeddings;
  const inOthers = fc.tuple(
    fc.oneof(refusedIpv4, fc.constant(toNumber("8.8.8.8"))),
    fc.constantFrom(...Object.values(others)),
  );
  const spelled = fc
    .oneof(inOthers, fc.tuple(refusedIpv4, fc.constant(translate ?? (() => []))))
    .chain(([ipv4, embed]) => spelledIpv6(embed(ipv4)));
  await fc.assert(
    fc.asyncProperty(spelled, (host) => expectRefused(`https://[${host}]/hook`)),
    { numRuns: 300 },
  );
});

it.each([
  ["unspecified", "::", 0],
  ["loopback", "::1", 0],
  ["unique local", "fc00::", 121],
  ["metadata", "fd00:ec2::254", 0],
  ["link-local", "fe80::", 118],
  ["site-local", "fec0::", 118],
  ["discard", "100::", 64],
  ["documentation", "2001:db8::", 96],
  ["documentation", "3fff::", 108],
  ["benchmarking", "2001:2::", 80],
  ["multicast", "ff00::", 120],
  ["own address", "2620:fe::9", 0],
])("refuses the IPv6 addresses that are %s, from %s on, in every notation", async (_, first, freeBits) => {
  const spelled = fc
    .bigInt({ min: 0n, max: (1n << BigInt(freeBits)) - 1n })
    .chain((offset) => spelledIpv6(groupsOf(first, offset)));
  await fc.assert(
    fc.asyncProperty(spelled, (host) => expectRefused(`https://[${host}]/hook`)),
    { numRuns: 50 },
  );
});

function toNumber(ipv4: string): number {
  return ipv4.split(".").reduce((value, part) => value * 256 + Number(part), 0);
}

function halves(ipv4: number): [number, number] {
  return [ipv4 >>> 16, ipv4 & 0xffff];
}

function groupsOf(first: string, offset: bigint): number[] {
  const [head = "", tail = ""] = first.split("::");
  const [start, end] = [head, tail].map((part) => part.split(":").filter((group) => group !== ""));
  const zeros = Array.from({ length: 8 - (start?.length ?? 0) - (end?.length ?? 0) }, () => "0");
  const base = [...(start ?? []), ...zeros, ...(end ?? [])].reduce(
    (value, group) => value * 65_536n + BigInt(`0x${group}`),
    0n,
  );
  const value = base + offset;
  return Array.from({ length: 8 }, (__, index) => Number((value >> BigInt(112 - 16 * index)) & 0xffffn));
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16)}`;
}
