import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clientNetwork } from "./client-network";

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
