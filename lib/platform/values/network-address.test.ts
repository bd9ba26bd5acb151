import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isIpAddress, refusedNetwork, sameAddress } from "@/lib/webhooks/sender/outgoing-address";

describe("refused networks", () => {
  it.each([
    ["0.0.0.0", "unspecified"],
    ["0.255.255.255", "unspecified"],
    ["10.0.0.0", "private"],
    ["10.255.255.255", "private"],
    ["100.64.0.0", "carrier-grade NAT"],
    ["100.100.100.200", "carrier-grade NAT"],
    ["100.127.255.255", "carrier-grade NAT"],
    ["127.0.0.0", "loopback"],
    ["127.0.0.1", "loopback"],
    ["127.255.255.255", "loopback"],
    ["168.63.129.16", "cloud metadata"],
    ["169.254.169.254", "link-local"],
    ["169.254.170.2", "link-local"],
    ["172.16.0.0", "private"],
    ["172.31.255.255", "private"],
    ["192.0.0.8", "protocol assignments"],
    ["192.0.2.1", "documentation"],
    ["192.88.99.1", "6to4 relay"],
    ["192.168.255.255", "private"],
    ["198.18.0.0", "benchmarking"],
    ["198.19.255.255", "benchmarking"],
    ["198.51.100.7", "documentation"],
    ["203.0.113.7", "documentation"],
    ["224.0.0.1", "multicast"],
    ["239.255.255.255", "multicast"],
    ["240.0.0.1", "reserved"],
    ["255.255.255.255", "reserved"],
    ["::", "unspecified"],
    ["::1", "loopback"],
    ["0:0:0:0:0:0:0:1", "loopback"],
    ["::ffff:127.0.0.1", "IPv4-mapped"],
    ["::ffff:7f00:1", "IPv4-mapped"],
    ["::ffff:8.8.8.8", "IPv4-mapped"],
    ["::ffff:0:127.0.0.1", "IPv4-translated"],
    ["::127.0.0.1", "IPv4-compatible"],
    ["::8.8.8.8", "IPv4-compatible"],
    ["64:ff9b::7f00:1", "NAT64"],
    ["64:ff9b::8.8.8.8", "NAT64"],
    ["64:ff9b:1::1", "NAT64"],
    ["100::1", "discard"],
    ["2001::1", "Teredo"],
    ["2001:2::1", "benchmarking"],
    ["2001:20::1", "protocol assignments"],
    ["2001:db8::1", "documentation"],
    ["2002:7f00:1::", "6to4"],
    ["3fff::1", "documentation"],
    ["fc00::1", "unique local"],
    ["fd00:ec2::254", "unique local"],
    ["fe80::1", "link-local"],
    ["fe80::1%eth0", "link-local"],
    ["2606:4700:4700::1111%eth0", "link-local"],
    ["febf::1", "link-local"],
    ["fec0::1", "site-local"],
    ["feff::1", "site-local"],
    ["ff02::1", "multicast"],
    ["5f00::1", "reserved"],
    ["4000::1", "reserved"],
    ["1::1", "reserved"],
  ])("%s is %s", (address, name) => {
    expect(refusedNetwork(address)).toBe(name);
  });

  it.each([
    "1.1.1.1",
    "8.8.8.8",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "126.255.255.255",
    "128.0.0.0",
    "168.63.129.15",
    "168.63.129.17",
    "169.253.255.255",
    "169.255.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "192.0.1.0",
    "192.167.255.255",
    "192.169.0.0",
    "198.17.255.255",
    "198.20.0.0",
    "223.255.255.255",
    "2606:4700:4700::1111",
    "2001:4860:4860::8888",
    "2a00:1450:4001:81b::200e",
    "2003::1",
  ])("%s is none", (address) => {
    expect(refusedNetwork(address)).toBeNull();
  });

  it.each([
    "",
    "localhost",
    "127.1",
    "2130706433",
    "0x7f.0.0.1",
    "0177.0.0.1",
    "1.2.3",
    "1.2.3.4.5",
    "256.1.1.1",
    "1.2.3.4 ",
    "::1::",
    "1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8:9",
    "1::2::3",
    ":1",
    "12345::",
    "[::1]",
    "::1%",
    "1.2.3.4::",
    "g::",
  ])("%j is no address, and refused", (text) => {
    expect(isIpAddress(text)).toBe(false);
    expect(refusedNetwork(text)).toBe("not an IP address");
  });

  it("refuse every IPv4 address inside of IPv6, written in whatever way", () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.constantFrom("::ffff:", "::", "64:ff9b::", "::ffff:0:"), (ipv4, prefix) => {
        expect(refusedNetwork(`${prefix}${ipv4}`)).not.toBeNull();
      }),
    );
  });

  it("read every IPv6 address that a URL can write, alike", () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        const canonical = new URL(`http://[${text}]/`).hostname.slice(1, -1);
        expect(sameAddress(text, canonical)).toBe(true);
        expect(refusedNetwork(text)).toBe(refusedNetwork(canonical));
      }),
      { numRuns: 1_000 },
    );
  });
});

it("tells addresses apart by value, not by spelling", () => {
  expect(sameAddress("2001:4860:4860:0:0:0:0:8888", "2001:4860:4860::8888")).toBe(true);
  expect(sameAddress("1.1.1.1", "1.1.1.1")).toBe(true);
  expect(sameAddress("1.1.1.1", "1.1.1.2")).toBe(false);
  expect(sameAddress("1.1.1.1", "::ffff:1.1.1.1")).toBe(false);
  expect(sameAddress("localhost", "localhost")).toBe(false);
});
