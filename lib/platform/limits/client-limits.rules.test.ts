import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { limitsAmongClients, limitsOfClient, networksOf, sharedLimit } from "./client-limits.rules";

describe("networksOf", () => {
  test.each([
    ["203.0.113.7", ["203.0.113.7"]],
    ["unknown", ["unknown"]],
    ["2001:db8:0:712::/64", ["2001:db8:0:712::/64", "2001:db8:0:700::/56", "2001:db8:0::/48"]],
    ["2001:db8:0:7::/64", ["2001:db8:0:7::/64", "2001:db8:0:0::/56", "2001:db8:0::/48"]],
    ["2001:db8:1:ffff::/64", ["2001:db8:1:ffff::/64", "2001:db8:1:ff00::/56", "2001:db8:1::/48"]],
    ["0:0:0:0::/64", ["0:0:0:0::/64", "0:0:0:0::/56", "0:0:0::/48"]],
  ])("%s is in %j", (network, networks) => {
    expect(networksOf(network)).toEqual(networks);
  });

  test("returns the same /56 for two addresses exactly when their first 56 bits are the same", () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    fc.assert(
      fc.property(group, group, fc.boolean(), (one, other, isSameSite) => {
        const [, first] = networksOf(`2001:db8:0:${one.toString(16)}::/64`);
        const site = isSameSite ? "0" : "1";
        const [, second] = networksOf(`2001:db8:${site}:${other.toString(16)}::/64`);
        expect(first === second).toBe(isSameSite && one >> 8 === other >> 8);
      }),
    );
  });
});

describe("limitsOfClient", () => {
  test("allows the wider networks four and sixteen times as much", () => {
    expect(limitsOfClient({ bucket: "page", most: 300, windowMs: 1_000 }, "2001:db8:0:712::/64")).toEqual([
      { bucket: "page:2001:db8:0:712::/64", most: 300, windowMs: 1_000 },
      { bucket: "page:2001:db8:0:700::/56", most: 1_200, windowMs: 1_000 },
      { bucket: "page:2001:db8:0::/48", most: 4_800, windowMs: 1_000 },
    ]);
  });

  test("counts an IPv4 address once, within the database's limits", () => {
    expect(limitsOfClient({ bucket: "page", most: 300 }, "192.0.2.1")).toEqual([
      { bucket: "page:192.0.2.1", most: 300 },
    ]);
    const most = limitsOfClient({ bucket: "page", most: 1_000_000_000 }, "2001:db8:0:712::/64");
    expect(most.map((limit) => limit.most)).toEqual([1_000_000_000, 1_000_000_000, 1_000_000_000]);
  });
});

test("a shared limit leaves three to each client", () => {
  expect(sharedLimit({ bucket: "action:chk", most: 2_000_000_000 }, "192.0.2.1")).toEqual({
    bucket: "action:chk",
    most: 1_000_000_000,
    shared: { client: "192.0.2.1", free: 3 },
  });
});

test("limits among clients count the client, its wider networks, and all clients together", () => {
  const terms = { bucket: "selections:chk", each: 10, all: 100, windowMs: 1_000 };
  expect(limitsAmongClients(terms, "2001:db8:0:712::/64")).toEqual([
    { bucket: "selections:chk:2001:db8:0:712::/64", most: 10, windowMs: 1_000 },
    { bucket: "selections:chk:2001:db8:0:700::/56", most: 40, windowMs: 1_000 },
    { bucket: "selections:chk:2001:db8:0::/48", most: 160, windowMs: 1_000 },
    {
      bucket: "selections:chk",
      most: 100,
      windowMs: 1_000,
      shared: { client: "2001:db8:0:712::/64", free: 3 },
    },
  ]);
});
