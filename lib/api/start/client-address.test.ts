import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import {
  announceClientAddress,
  normaliseAddress,
  prepareClientAddress,
  readClientAddress,
  setClientAddress,
} from "./client-address";

afterEach(() => Reflect.deleteProperty(globalThis, Symbol.for("stablecoin-checkout.client-address")));

function requestFrom(remoteAddress: string, headers: Record<string, string>): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, "remoteAddress", { value: remoteAddress });
  const request = new IncomingMessage(socket);
  Object.assign(request.headers, headers);
  return request;
}

const forged = { "x-client-address": "203.0.113.66", "x-forwarded-for": "203.0.113.7, 198.51.100.8" };

test.each([
  ["without a trusted proxy the connection's address counts", 0, "192.0.2.1"],
  ["one proxy: the address that it saw", 1, "198.51.100.8"],
  ["two proxies: the address that the outer one saw", 2, "203.0.113.7"],
  ["more proxies than entries: the outermost entry", 3, "203.0.113.7"],
])("%s", (_name, hops, expected) => {
  const request = requestFrom("192.0.2.1", forged);
  setClientAddress(request, hops);
  expect(request.headers["x-client-address"]).toBe(expected);
});

test("without a trusted proxy every forwarding header is removed", () => {
  const request = requestFrom("192.0.2.1", {
    ...forged,
    "x-forwarded-host": "forged.example",
    "x-forwarded-proto": "https",
    forwarded: "for=203.0.113.7",
    host: "shop.example",
  });
  setClientAddress(request, 0);
  expect(request.headers).toEqual({ host: "shop.example", "x-client-address": "192.0.2.1" });
});

test.each(["", "unknown", "not an address, 203.0.113.7x"])(
  "a proxy's entry that is no address (%j) leaves the connection's",
  (entry) => {
    const request = requestFrom("::ffff:192.0.2.1", { "x-forwarded-for": entry });
    setClientAddress(request, 1);
    expect(request.headers["x-client-address"]).toBe("192.0.2.1");
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
  announceClientAddress();
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
