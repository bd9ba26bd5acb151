import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { sentenceOf } from "@/lib/platform/faults/fault.rules";
import { isIpAddress, refusedNetwork, sameAddress } from "./networks";
import {
  assertSendableUrl,
  checkSendableUrl,
  createWebhookUrlCheck,
  UnsendableUrl,
} from "./outgoing-address";
import { createWebhookSender, newWebhookSecret, type Open } from "./webhook-sender";

const words = (text: string) => text.trim().split(/\s+/);

const policy = {
  allowPrivateLoopback: false,
  ownOrigins: [
    "https://pay.example.com",
    "https://checkout.example.com:8443",
    "https://Kasse.bücher.example./",
  ],
  ownAddresses: () => ["9.9.9.9", "2620:fe::9"],
};
const lifted = { ...policy, allowPrivateLoopback: true };

/** Every network that is refused: its ends, what is known to live there, and IPv4 addresses that IPv6 holds. */
const refusedAddresses = Object.entries({
  unspecified: "0.0.0.0 0.255.255.255 ::",
  private: `10.0.0.0 10.0.0.1 10.1.2.3 10.255.255.255 172.16.0.0 172.16.0.1 172.31.0.1 172.31.255.255
    192.168.0.0 64:ff9b::10.0.0.5 192.168.0.1 192.168.1.1 192.168.255.255`,
  "carrier-grade NAT": "100.64.0.0 100.64.0.1 100.127.255.255",
  loopback: "127.0.0.0 127.0.0.1 127.255.255.254 127.255.255.255 ::1 0:0:0:0:0:0:0:1",
  "cloud metadata": `168.63.129.16 100.100.100.200 192.0.0.192 fd00:ec2::254 fd00:ec2::23 fd00:c1::a9fe:a9fe
    fd20:ce::254 fd00:42::42`,
  "link-local": `169.254.0.0 169.254.1.1 169.254.169.254 169.254.170.2 169.254.255.255 fe80::1 febf::1
    fe80::1%eth0 64:ff9b::a9fe:a9fe 2606:4700:4700::1111%eth0`,
  "protocol assignments": "192.0.0.1 192.0.0.8 2001:20::1",
  documentation: "192.0.2.1 198.51.100.1 198.51.100.7 203.0.113.1 203.0.113.7 2001:db8::1 3fff::1",
  "6to4 relay": "192.88.99.1",
  benchmarking: "198.18.0.0 198.18.0.1 198.19.255.255 2001:2::1",
  multicast: "224.0.0.1 239.255.255.255 ff02::1",
  reserved: "240.0.0.1 255.255.255.255 1::1 4000::1 5f00::1",
  "IPv4-mapped": "::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:8.8.8.8 ::ffff:a9fe:a9fe",
  "IPv4-translated": "::ffff:0:127.0.0.1 ::ffff:0:7f00:1",
  "IPv4-compatible": "::127.0.0.1 ::8.8.8.8",
  NAT64: "64:ff9b:1::1 64:ff9b:1::a9fe:a9fe 64:ff9b:1::5db8:d822",
  "NAT64 of loopback": "64:ff9b::7f00:1",
  discard: "100::1",
  Teredo: "2001::1 2001:0:1::",
  "6to4": "2002:7f00:1::",
  "unique local": "fc00::1 fd7a:115c::1",
  "site-local": "fec0::1 feff::1",
}).flatMap(([network, addresses]) => words(addresses).map((address) => [address, network] as const));

/** Hosts that are one of these in another spelling, names of this machine or of its network, and the service itself. */
const refusedHosts = {
  loopback: `127.1 127.0.1 0 2130706433 0x7f.1 0x7f000001 0177.0.0.1 017700000001
    １２７.０.０.１ ①②⑦.⓪.⓪.① 127。0。0。1 127.0.0.1. %31%32%37.0.0.1 127%2e0.0.1
    localhost LOCALHOST localhost. ⓛocalhost lo\u00adcalhost shop.localhost`,
  inner: `2852039166 metadata.google.internal METADATA.google.internal instance-data postgres printer.local
    git.internal`,
  own: `pay.example.com PAY.example.com pay.example.com:8443 pay.example.com. ｐａｙ.example.com pay。example。com
    p\u00aday.example.com %70ay.example.com checkout.example.com kasse.bücher.example KASSE.BÜCHER.example
    kasse.bu\u0308cher.example kasse.xn--bcher-kva.example kasse.XN--BCHER-KVA.EXAMPLE
    9.9.9.9 [2620:fe:0:0:0:0:0:9]`,
};
const urlsOf = (hosts: string) => words(hosts).map((host) => `https://${host}/hook`);
const urlOf = (address: string) => `https://${address.includes(":") ? `[${address}]` : address}/hook`;

const malformedUrls = [
  "",
  "shop.example.com/hook",
  "//shop.example.com/hook",
  "https:/shop.example.com/",
  "https:shop.example.com",
  "https:///shop.example.com/",
  "https://",
  "https://user@shop.example.com/",
  "https://user:pass@shop.example.com/",
  "https://@shop.example.com/",
  "https://shop.example.com@127.0.0.1/",
  "https://shop.example.com\\@127.0.0.1/",
  "https://127.0.0.1\\.shop.example.com/",
  "https:\\\\shop.example.com/",
  "https://shop.example.com/a b",
  "https://shop.example.com/\thook",
  "https://shop.exa\nmple.com/",
  " https://shop.example.com/",
  "https://shop.example.com/\u0000",
  "https://shop.example.com./",
  "https://shop%2eexample.com/",
  "https://shop.example.com:99999/",
  "https://[::1/",
  "https://[fe80::1%25eth0]/",
  "https://1.2.3.4.5/",
  "https://256.256.256.256/",
  "javascript:alert(1)",
  "data:text/plain,hi",
  "file:///etc/passwd",
  "ftp://shop.example.com/",
  "gopher://shop.example.com/",
  "unix:/var/run/docker.sock",
  `https://shop.example.com/${"x".repeat(2_048)}`,
];
const otherSchemesAndPorts = [
  "http://shop.example.com/hook",
  "http://shop.example.com:8443/hook",
  ...[80, 22, 8080, 0].map((port) => `https://shop.example.com:${port}/hook`),
];
/** Refused even where loopback is allowed. */
const alwaysRefusedUrls = [
  ...refusedAddresses.filter(([, network]) => network !== "loopback").map(([address]) => urlOf(address)),
  ...urlsOf(refusedHosts.inner),
  ...urlsOf(refusedHosts.own),
  ...malformedUrls,
  ...otherSchemesAndPorts,
];
const loopbackUrls = [
  ...refusedAddresses.filter(([, network]) => network === "loopback").map(([address]) => urlOf(address)),
  ...urlsOf(refusedHosts.loopback),
];

const shop = "https://shop.example.com/hook";

/** A sender that can reach nothing: look-up and socket are stubs. */
function stubbed(addresses: readonly string[], usedPolicy = policy) {
  const resolve = vi.fn(async (_hostname: string) => addresses);
  const open = vi.fn((...[, , callback]: Parameters<Open>) => callback(new Error("connected"), null));
  const sender = createWebhookSender({ ...usedPolicy, resolve, open });
  const secrets = [newWebhookSecret(() => new Uint8Array(32))];
  const post = (url = shop, timeoutMs = 20_000) =>
    sender.post({ url, eventId: "evt_1", body: "{}", secrets, at: new Date(), timeoutMs });
  return { resolve, open, post, save: (url = shop) => checkSendableUrl(url, usedPolicy, resolve) };
}

describe("refused at save and at send, without look-up and without a connection", () => {
  it.each([...loopbackUrls, ...alwaysRefusedUrls])("%s", async (url) => {
    expect(() => assertSendableUrl(url, policy)).toThrow(UnsendableUrl);
    const { post, save, resolve, open } = stubbed(["1.1.1.1"]);
    await expect(save(url)).rejects.toThrow(UnsendableUrl);
    expect(await post(url)).toMatchObject({ kind: "failed" });
    expect(resolve).not.toHaveBeenCalled();
    expect(open).not.toHaveBeenCalled();
  });
});

describe("accepted at save", () => {
  it.each([
    "https://shop.example.com",
    "https://shop.example.com/hook?a=b#c",
    "https://shop.example.com:443/hook",
    "https://shop.example.com:8443/hook",
    "HTTPS://Shop.Example.com/",
    "https://bücher.example.com/hook",
    "https://8.8.8.8/hook",
    "https://[2606:4700:4700::1111]/hook",
    "https://shop.example.com/%20/@/x",
    "https://pay.example.com.evil.example/hook",
  ])("%s", (url) => {
    expect(assertSendableUrl(url, policy).href).toBe(new URL(url).href);
  });
});

describe("a name is refused at save and at send when it resolves to", () => {
  it.each<[addresses: string, why: string]>([
    ...refusedAddresses.map(([address, network]): [string, string] => [address, `not public: ${network}`]),
    ["9.9.9.9", "own address"],
    ["2620:fe::9", "own address"],
    ["1.1.1.1 127.0.0.1", "not public: loopback"],
    ["127.0.0.1 1.1.1.1", "not public: loopback"],
    ["1.1.1.1 9.9.9.9", "own address"],
    ["1.1.1.1 2606:4700:4700::1111 ::1", "not public: loopback"],
    ["none", "not public: not an IP address"],
    ["", "has no address"],
  ])("%j: %s", async (addresses, why) => {
    const { post, save, resolve, open } = stubbed(addresses.split(" ").filter((address) => address !== ""));
    const saved = save();
    await expect(saved).rejects.toThrow(UnsendableUrl);
    await expect(saved).rejects.toThrow(why);
    expect(resolve).toHaveBeenCalledWith("shop.example.com");
    expect(await post()).toMatchObject({ kind: "failed", error: expect.stringContaining(why) });
    expect(open).not.toHaveBeenCalled();
  });
});

describe("saving an endpoint", () => {
  it("accepts a name whose every address is public", async () => {
    const { save, resolve } = stubbed(["1.1.1.1", "2606:4700:4700::1111"]);
    const url = await save("https://Shop.example.com:8443/hook");
    expect(url.href).toBe("https://shop.example.com:8443/hook");
    expect(resolve.mock.calls).toEqual([["shop.example.com"]]);
  });

  it("resolves no name for an IP address", async () => {
    const { save, resolve } = stubbed([], lifted);
    for (const url of ["https://8.8.8.8/", "https://[2606:4700:4700::1111]/", "http://localhost:3000/"])
      await save(url);
    expect(resolve).not.toHaveBeenCalled();
  });

  it("refuses a name that cannot be found", async () => {
    const { save, resolve } = stubbed([]);
    resolve.mockRejectedValue(new Error("queryA ENOTFOUND"));
    const saved = save();
    await expect(saved).rejects.toThrow(UnsendableUrl);
    await expect(saved).rejects.toThrow("shop.example.com cannot be found");
  });

  it("doesn't reveal a refused name's addresses", async () => {
    const { save, post } = stubbed(["10.20.30.40"]);
    const error =
      "the address of db.corp.example.com is not public: private. The operator of this service can allow it: WEBHOOK_ALLOW_HOSTS";
    await expect(save("https://db.corp.example.com/")).rejects.toThrow(error);
    expect(await post("https://db.corp.example.com/")).toEqual({ kind: "failed", error });
  });

  it.each([
    [shop, "93.184.216.34", null],
    ["http://shop.example.com/hook", "93.184.216.34", "https"],
    ["https://127.0.0.1/", "93.184.216.34", "loopback"],
    ["https://pay.example.com/hook", "93.184.216.34", "own address"],
    ["not a URL", "93.184.216.34", "spaces"],
    [shop, "93.184.216.34 10.0.0.1", "not public"],
    [shop, "ENOTFOUND", "cannot be found"],
  ])("says why not: %s at %s: %s", async (url, addresses, why) => {
    const check = createWebhookUrlCheck(policy, async () => {
      if (addresses === "ENOTFOUND") throw new Error(addresses);
      return words(addresses);
    });
    const fault = await check(url);
    expect(fault && sentenceOf(fault)).toEqual(why === null ? null : expect.stringContaining(why));
  });
});

describe("a name is looked up for every connection", () => {
  it("and connects only to the checked addresses", async () => {
    const { post, open } = stubbed(["1.1.1.1", "2606:4700:4700::1111"]);
    await post();
    expect(open.mock.calls.map(([target, addresses]) => [target.hostname, addresses])).toEqual([
      ["shop.example.com", ["1.1.1.1", "2606:4700:4700::1111"]],
    ]);
  });

  it("so that a name that turns bad at the next attempt is refused then", async () => {
    const { post, resolve, open } = stubbed(["1.1.1.1"]);
    await post();
    expect(open).toHaveBeenCalledTimes(1);
    resolve.mockResolvedValue(["127.0.0.1"]);
    expect(await post()).toMatchObject({
      error: expect.stringContaining("the address of shop.example.com is not public: loopback"),
    });
    expect(open).toHaveBeenCalledTimes(1);
  });

  it("and refuses one with thousands of addresses", async () => {
    const many = Array.from({ length: 65 }, (_, index) => `1.1.1.${index}`);
    const { post, save, resolve, open } = stubbed(many);
    const error = "shop.example.com has more than 64 addresses";
    await expect(save()).rejects.toThrow(error);
    expect(await post()).toEqual({ kind: "failed", error });
    expect(open).not.toHaveBeenCalled();
    resolve.mockResolvedValue(many.slice(1));
    await post();
    expect(open).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["fails is a failed attempt", () => Promise.reject(new Error("ENOTFOUND")), 20_000, "ENOTFOUND"],
    [
      "never ends meets the time-out",
      () => new Promise<never>(() => undefined),
      50,
      "no full answer within 50 ms",
    ],
  ])("and a look-up that %s", async (_, lookUp, timeoutMs, error) => {
    const { post, resolve, open } = stubbed([]);
    resolve.mockImplementation(lookUp);
    expect(await post(shop, timeoutMs)).toEqual({ kind: "failed", error });
    expect(open).not.toHaveBeenCalled();
  });
});

describe("allowing loopback", () => {
  it.each(
    words(`http://127.0.0.1:3000/hook http://127.1:3000/hook http://localhost:9/hook http://shop.localhost/hook
      http://[::1]:3000/hook https://localhost:5000/hook`),
  )("lifts scheme and port for %s", (url) => {
    expect(assertSendableUrl(url, lifted).href).toBe(new URL(url).href);
  });

  it("lifts the service's own address when that is loopback", () => {
    const own = { ...lifted, ownOrigins: ["http://localhost:3000"] };
    expect(assertSendableUrl("http://localhost:3000/demo/hook", own).port).toBe("3000");
  });

  it.each([
    ...alwaysRefusedUrls,
    ...words(`http://10.0.0.1:3000/ http://0.0.0.0:3000/ http://[::ffff:127.0.0.1]:3000/ http://user@localhost:3000/
      http://localhost.:3000/ http://localhost.example.com:3000/ ftp://localhost/`),
  ])("lifts nothing for %s", async (url) => {
    expect(() => assertSendableUrl(url, lifted)).toThrow(UnsendableUrl);
    const { post, open } = stubbed(["1.1.1.1"], lifted);
    expect(await post(url)).toMatchObject({ kind: "failed" });
    expect(open).not.toHaveBeenCalled();
  });

  it("keeps the other checks of a name's addresses", async () => {
    const { post, open } = stubbed(["192.168.0.1"], lifted);
    await post();
    expect(open).not.toHaveBeenCalled();
  });
});

describe("networks", () => {
  it.each(refusedAddresses)("%s is %s", (address, network) => {
    expect(refusedNetwork(address)).toBe(network);
  });

  it.each(
    words(`1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0
      168.63.129.15 168.63.129.17 169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0
      192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 223.255.255.255
      2606:4700:4700::1111 2001:4860:4860::8888 2a00:1450:4001:81b::200e 2003::1`),
  )("%s is public", (address) => {
    expect(refusedNetwork(address)).toBeNull();
  });

  it.each([
    "",
    "1.2.3.4 ",
    ...words(`localhost 127.1 2130706433 0x7f.0.0.1 0177.0.0.1 1.2.3 1.2.3.4.5 256.1.1.1 ::1:: 1:2:3:4:5:6:7
      1:2:3:4:5:6:7:8:9 1::2::3 :1 12345:: [::1] ::1% 1.2.3.4:: g::`),
  ])("%j is no address, and refused", (text) => {
    expect(isIpAddress(text)).toBe(false);
    expect(refusedNetwork(text)).toBe("not an IP address");
  });

  it("contain every IPv4 address embedded in IPv6, in any notation", () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.constantFrom("::ffff:", "::", "64:ff9b:1::", "::ffff:0:"), (ipv4, prefix) => {
        expect(refusedNetwork(`${prefix}${ipv4}`)).not.toBeNull();
      }),
    );
  });

  it("judge the NAT64 prefix by the embedded IPv4 address", () => {
    fc.assert(
      fc.property(fc.ipV4(), (ipv4) => {
        const inner = refusedNetwork(ipv4);
        expect(refusedNetwork(`64:ff9b::${ipv4}`)).toBe(inner === "loopback" ? "NAT64 of loopback" : inner);
        expect(sameAddress(`64:ff9b::${ipv4}`, ipv4)).toBe(true);
      }),
    );
  });

  it("hold every IPv6 address that a URL can write, alike in each spelling", () => {
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

it.each([
  ["2001:4860:4860:0:0:0:0:8888", "2001:4860:4860::8888", true],
  ["1.1.1.1", "1.1.1.1", true],
  ["1.1.1.1", "1.1.1.2", false],
  ["1.1.1.1", "::ffff:1.1.1.1", false],
  ["localhost", "localhost", false],
])("%s and %s are the same address by value, not by spelling: %s", (a, b, same) => {
  expect(sameAddress(a, b)).toBe(same);
});
