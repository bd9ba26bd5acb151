import { describe, expect, it, test } from "vitest";
import { sentenceOf } from "@/lib/platform/faults/fault.rules";
import { type AllowedHost, parseAllowedHost } from "./allowed-hosts";
import { createWebhookUrlCheck, resolveSendable, UnsendableUrl } from "./outgoing-address";

const read = (list: string): AllowedHost[] =>
  list.split(",").map((text) => {
    const entry = parseAllowedHost(text.trim());
    if (typeof entry === "string") throw new Error(entry);
    return entry;
  });

const ownAddresses = ["127.0.0.1", "::1", "93.184.216.34", "10.0.0.2", "fd00::2"];

/** Why a URL is refused, when it is saved and when it is connected to; null when it is sent. */
async function refusal(allow: string, url: string, addresses: string[] = []): Promise<string | null> {
  const policy = {
    allowPrivateLoopback: false,
    ownOrigins: ["https://pay.example.com"],
    ownAddresses: () => ownAddresses,
    allowedHosts: allow === "" ? [] : read(allow),
    ownPort: 3000,
  };
  const saved = await createWebhookUrlCheck(policy, async () => addresses)(url);
  const connected = await resolveSendable(new URL(url), policy, async () => addresses).then(
    () => null,
    (error: unknown) => (error instanceof UnsendableUrl ? error.fault : Promise.reject(error)),
  );
  // Saving checks scheme, port and name, too.
  if (saved === null) expect(connected).toBeNull();
  return saved === null ? null : sentenceOf(saved);
}

const shop = "https://shop.example.com/webhooks";
const wayOut = "The operator of this service can allow it: WEBHOOK_ALLOW_HOSTS";

describe("without a list", () => {
  test.each([
    ["this machine's public address", ["93.184.216.34"], "this service's own address"],
    ["a private address", ["10.0.0.5"], "not public: private"],
    ["an address of Tailscale", ["100.64.1.2"], "not public: carrier-grade NAT"],
    ["a unique local address", ["fd7a:115c::1"], "not public: unique local"],
    ["a private address behind NAT64", ["64:ff9b::a00:5"], "not public: private"],
    ["this machine's address behind NAT64", ["64:ff9b::5db8:d822"], "this service's own address"],
  ])("%s is refused with its reason and the setting", async (_, addresses, reason) => {
    const message = await refusal("", shop, addresses);
    expect(message).toContain(reason);
    expect(message).toContain(wayOut);
  });

  test.each([
    ["a public address", ["93.184.216.35"]],
    ["the same behind NAT64, beside it", ["93.184.216.35", "64:ff9b::5db8:d823"]],
    ["it alone", ["64:ff9b::5db8:d823"]],
  ])("%s is reached", async (_, addresses) => {
    expect(await refusal("", shop, addresses)).toBeNull();
  });
});

describe("a listed host", () => {
  test.each([
    ["a name, on this machine's public address", "shop.example.com", shop, ["93.184.216.34"]],
    ["a name, in any case", "SHOP.Example.com", shop, ["10.0.0.5"]],
    ["a name that only the network knows", "shop", "https://shop/hook", ["10.0.0.5"]],
    ["another one", "shop.internal", "https://shop.internal/hook", ["fd00::5"]],
    ["an address", "10.0.0.5", "https://10.0.0.5/hook", []],
    ["an address of a name", "93.184.216.34", shop, ["93.184.216.34"]],
    ["a range", "10.0.0.0/8, fd00::/8", shop, ["10.0.0.5", "fd00::5"]],
    ["a range behind NAT64", "10.0.0.0/8", shop, ["64:ff9b::a00:5"]],
    ["Tailscale", "100.64.0.0/10", shop, ["100.64.1.2"]],
    ["an IPv6 address", "fd00::5", "https://[fd00:0::5]:8443/hook", []],
    ["a port of a name", "shop.internal:9443", "https://shop.internal:9443/hook", ["10.0.0.5"]],
    ["a port of an IPv6 address", "[fd00::5]:9443", "https://[fd00::5]:9443/hook", []],
    ["loopback, in the clear", "127.0.0.1", "http://127.0.0.1:8080/hook", []],
    ["loopback, on one port", "127.0.0.1:8080", "http://127.0.0.1:8080/hook", []],
    ["loopback, by its name", "localhost", "http://localhost:8080/hook", []],
    ["loopback of IPv6", "::1", "http://[::1]:8080/hook", []],
    ["loopback, as a range, with TLS", "127.0.0.0/8", "https://127.0.0.1/hook", []],
  ])("may be %s", async (_, allow, url, addresses) => {
    expect(await refusal(allow, url, addresses)).toBeNull();
  });

  test.each([
    ["without TLS", "10.0.0.5", "http://10.0.0.5/hook", [], "must be an https:// URL"],
    [
      "by name without TLS",
      "shop.internal",
      "http://shop.internal/hook",
      ["127.0.0.1"],
      "must be an https:// URL",
    ],
    [
      "in a range of loopback without TLS",
      "127.0.0.0/8",
      "http://127.0.0.1/hook",
      [],
      "must be an https:// URL",
    ],
    ["on another port", "shop.internal", "https://shop.internal:9443/hook", ["10.0.0.5"], "port 443 or 8443"],
    ["on another port than its own", "10.0.0.5:9443", "https://10.0.0.5/hook", [], "not public: private"],
    [
      "on loopback's other port",
      "127.0.0.1:8080",
      "http://127.0.0.1:8081/hook",
      [],
      "must be an https:// URL",
    ],
    ["at the service's own port", "127.0.0.1", "http://127.0.0.1:3000/hook", [], "this service's own port"],
    [
      "at that port of another own address",
      "10.0.0.2:3000",
      "https://10.0.0.2:3000/hook",
      [],
      "this service's own port",
    ],
    [
      "at that port, by name",
      "shop.internal:3000",
      "https://shop.internal:3000/",
      ["fd00::2"],
      "this service's own port",
    ],
    ["that is the service", "pay.example.com", "https://pay.example.com/hook", ["10.0.0.5"], "own address"],
    [
      "that leads to loopback",
      "shop.internal",
      "https://shop.internal/",
      ["127.0.0.1"],
      "not public: loopback",
    ],
    [
      "that leads to loopback by a wide range",
      "64.0.0.0/2",
      "https://127.0.0.1/",
      [],
      "not public: loopback",
    ],
    ["of which one address is not listed", "10.0.0.5", shop, ["10.0.0.5", "10.0.0.6"], "not public: private"],
    ["that leads to metadata", "shop.internal", "https://shop.internal/", ["169.254.169.254"], "link-local"],
    [
      "that leads to metadata of Azure",
      "shop.internal",
      "https://shop.internal/",
      ["168.63.129.16"],
      "cloud metadata",
    ],
    ["in a range with metadata", "100.64.0.0/10", shop, ["100.100.100.200"], "cloud metadata"],
    ["in a range with metadata of AWS", "fd00::/8", shop, ["fd00:ec2::254"], "cloud metadata"],
    ["with metadata behind NAT64", "shop.example.com", shop, ["64:ff9b::a9fe:a9fe"], "link-local"],
    ["with loopback behind NAT64", "127.0.0.1", shop, ["64:ff9b::7f00:1"], "NAT64 of loopback"],
    ["with a local NAT64", "shop.example.com", shop, ["64:ff9b:1::a00:5"], "not public: NAT64"],
    ["with multicast", "shop.example.com", shop, ["ff02::1"], "multicast"],
    ["with an unspecified address", "shop.example.com", shop, ["0.0.0.0"], "unspecified"],
    [
      "that another name is",
      "shop.internal",
      "https://other.internal/",
      ["10.0.0.5"],
      "must have a public host name",
    ],
    [
      "below a listed name",
      "internal.example.com",
      "https://a.internal.example.com/",
      ["10.0.0.5"],
      "private",
    ],
  ])("is refused %s", async (_, allow, url, addresses, reason) => {
    expect(await refusal(allow, url, addresses)).toContain(reason);
  });
});

describe("an entry", () => {
  it.each([
    ["*.example.com", "wildcard"],
    ["169.254.169.254", "link-local addresses, which are never allowed"],
    ["169.254.0.0/16", "link-local"],
    ["100.100.100.200", "cloud metadata"],
    ["fe80::1", "link-local"],
    ["ff02::/16", "multicast"],
    ["0.0.0.0/0", "unspecified"],
    ["::/0", "unspecified"],
    ["64:ff9b:1::/48", "NAT64"],
    ["https://shop.internal", "list host names"],
    ["shop.internal/path", "list host names"],
    ["user@shop.internal", "list host names"],
    ["10.0.0.0/33", "list host names"],
    ["0x7f.1", "list host names"],
    ["shop internal", "list host names"],
    ["", "list host names"],
    ["shop.internal:0", "port"],
    ["shop.internal:65536", "port"],
  ])("%j is refused by name", (text, reason) => {
    const entry = parseAllowedHost(text);
    expect(entry).toContain(`has ${text}: `);
    expect(entry).toContain(reason);
  });
});
