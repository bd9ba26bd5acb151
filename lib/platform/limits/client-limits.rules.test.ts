import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clientNetwork, limitsOfClient, networksOf, sharedLimit } from "./client-limits.rules";

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

  test("behavior: addresses of one network count together, of two networks apart", () => {
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
        const [, first] = networksOf(clientNetwork(`2001:db8:0:${one.toString(16)}::1`));
        const site = isSameSite ? "0" : "1";
        const [, second] = networksOf(clientNetwork(`2001:db8:${site}:${other.toString(16)}::2`));
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

  test("counts an IPv4 address once, and to no more than the database can", () => {
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
