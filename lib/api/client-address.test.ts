import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  clientNetwork,
  isFromLoopback,
  markClient,
  normaliseAddress,
  prepareClientAddress,
  readClientAddress,
} from "./client-address";

const forgetSource = () =>
  Reflect.deleteProperty(globalThis, Symbol.for("stablecoin-checkout.client-address"));
afterEach(forgetSource);

/** The headers of a request after the start script marked it. */
function marked(remoteAddress: string, headers: Record<string, string>, trustProxyHops = 0) {
  const socket = new Socket();
  Object.defineProperty(socket, "remoteAddress", { value: remoteAddress });
  const request = new IncomingMessage(socket);
  Object.assign(request.headers, headers);
  markClient(request, trustProxyHops);
  return request.headers as Record<string, string>;
}

const forged = { "x-client-address": "203.0.113.66", "x-forwarded-for": "203.0.113.7, 198.51.100.8" };

test.each([
  ["without a trusted proxy the connection's address counts", 0, "192.0.2.1"],
  ["one proxy: the address that it saw", 1, "198.51.100.8"],
  ["two proxies: the address that the outer one saw", 2, "203.0.113.7"],
  ["more proxies than entries: the outermost entry", 3, "203.0.113.7"],
])("%s", (_name, hops, expected) => {
  expect(marked("192.0.2.1", forged, hops)["x-client-address"]).toBe(expected);
});

test("removes every forwarding header without a trusted proxy", () => {
  const headers = {
    ...forged,
    "x-forwarded-host": "forged.example",
    "x-forwarded-proto": "https",
    "x-real-ip": "203.0.113.7",
    forwarded: "for=203.0.113.7",
    host: "shop.example",
  };
  expect(marked("192.0.2.1", headers)).toEqual({
    host: "shop.example",
    "x-client-address": "192.0.2.1",
    "x-from-loopback": "false",
  });
});

test.each(["", "unknown", "not an address, 203.0.113.7x"])(
  "a proxy's entry that is no address (%j) leaves the connection's",
  (entry) => {
    const headers = marked("::ffff:192.0.2.1", { "x-forwarded-for": entry }, 1);
    expect(headers["x-client-address"]).toBe("192.0.2.1");
  },
);

test.each([
  ["192.0.2.1:5678", "192.0.2.1"],
  ["[2001:DB8::1]:443", "2001:db8::1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["fe80::1%eth0", "fe80::1"],
  ["999.0.0.1", null],
  ["example.com", null],
])("normaliseAddress(%j) is %j", (text, expected) => {
  expect(normaliseAddress(text)).toBe(expected);
});

test("behind our start script the application takes the address that it saw", () => {
  prepareClientAddress("socket");
  expect(prepareClientAddress(0)).toBe(true);
  expect(prepareClientAddress(2)).toBe(true);
  expect(readClientAddress(new Headers(forged))).toBe("203.0.113.66");
});

test.each([
  [0, false, null],
  [1, true, "198.51.100.8"],
  [2, true, "203.0.113.7"],
])(
  "under plain next start with %i trusted proxies no client names its own address",
  (hops, isKnown, address) => {
    expect(prepareClientAddress(hops)).toBe(isKnown);
    expect(readClientAddress(new Headers(forged))).toBe(address);
    expect(readClientAddress(new Headers({ "x-client-address": "203.0.113.66" }))).toBeNull();
  },
);

describe("a request of a program on this machine", () => {
  beforeEach(() => void prepareClientAddress("socket"));
  const isKnown = (remoteAddress: string, headers: Record<string, string>) =>
    isFromLoopback(new Headers(marked(remoteAddress, { host: "localhost:3000", ...headers })));

  test.each([
    ["127.0.0.1", true],
    ["127.9.9.9", true],
    ["::1", true],
    ["::ffff:127.0.0.1", true],
    ["::1:2", false],
    ["10.0.0.1", false],
    ["203.0.113.5", false],
    ["::ffff:203.0.113.5", false],
  ])("is recognised by the socket's address %s: %s", (remoteAddress, known) => {
    expect(isKnown(remoteAddress, {})).toBe(known);
  });

  test.each([
    "forwarded",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-proto",
    "x-forwarded-anything",
    "x-real-ip",
    "via",
  ])("isn't recognised behind a proxy with %s", (name) => {
    expect(isKnown("127.0.0.1", { [name]: "127.0.0.1" })).toBe(false);
    expect(isKnown("127.0.0.1", { [name]: "" })).toBe(false);
  });

  test.each([
    ["localhost:3000", true],
    ["LOCALHOST", true],
    ["127.0.0.2:80", true],
    ["[::1]:3000", true],
    ["evil.example", false],
    ["localhost.evil.example:3000", false],
    ["127.0.0.1.evil.example", false],
    ["", false],
  ])("is recognised by the host %j: %s", (host, known) => {
    expect(isKnown("127.0.0.1", { host })).toBe(known);
  });

  test("ignores a client's own mark, and recognises none without the start script", () => {
    const forgedMark = { "x-from-loopback": "true" };
    expect(isKnown("203.0.113.5", forgedMark)).toBe(false);
    expect(isKnown("127.0.0.1", { ...forgedMark, via: "1.1 proxy" })).toBe(false);
    for (const hops of [0, 1]) {
      forgetSource();
      expect(isFromLoopback(new Headers(forgedMark))).toBe(false);
      prepareClientAddress(hops);
      expect(isFromLoopback(new Headers(forgedMark))).toBe(false);
    }
  });
});

describe("clientNetwork", () => {
  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["0.0.0.0", "0.0.0.0"],
    ["unknown", "unknown"],
    ["2001:db8:0:7::1", "2001:db8:0:7::/64"],
    ["2001:DB8:0:7:ffff:ffff:ffff:ffff", "2001:db8:0:7::/64"],
    ["2001:0db8:0000:0007:0000:0000:0000:0001", "2001:db8:0:7::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:db8:0:8::1", "2001:db8:0:8::/64"],
    ["::1", "0:0:0:0::/64"],
    ["::", "0:0:0:0::/64"],
    ["1:2:3:4:5:6:7::", "1:2:3:4::/64"],
    ["::2:3:4:5:6:7:8", "0:2:3:4::/64"],
    // The last two groups in IPv4's form.
    ["1:2::3:4:5:192.0.2.1", "1:2:0:3::/64"],
    ["64:ff9b::192.0.2.1", "64:ff9b:0:0::/64"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::ffff:c000:201", "192.0.2.1"],
    ["0:0:0:0:0:ffff:c000:0201", "192.0.2.1"],
  ])("%s counts as %s", (address, network) => {
    expect(clientNetwork(address)).toBe(network);
  });

  test("behavior: groups addresses of one network and separates two networks", () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((number) => number.toString(16));
    const groups = fc.array(group, { minLength: 4, maxLength: 4 });
    // Below 2000::/3, so that none is an IPv4 address in another form.
    const network = groups.map(([, ...rest]) => ["2001", ...rest]);
    fc.assert(
      fc.property(network, network, groups, groups, (one, other, host, otherHost) => {
        const of = (...parts: string[][]) => clientNetwork(parts.flat().join(":"));
        expect(of(one, host)).toBe(of(one, otherHost));
        expect(of(one, host) === of(other, host)).toBe(one.join() === other.join());
      }),
    );
  });
});
