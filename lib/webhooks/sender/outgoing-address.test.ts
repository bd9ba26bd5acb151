import { describe, expect, it, test, vi } from "vitest";
import {
  assertSendableUrl,
  checkSendableUrl,
  createWebhookUrlCheck,
  UnsendableUrl,
} from "./outgoing-address";
import { createWebhookSender, newWebhookSecret } from "./webhook-sender";

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

/** Loopback in every spelling. */
const loopbackUrls = [
  "https://127.0.0.1/",
  "https://127.1/",
  "https://127.0.1/",
  "https://127.255.255.254/",
  "https://0/",
  "https://0.0.0.0/",
  "https://2130706433/",
  "https://0x7f.1/",
  "https://0x7f000001/",
  "https://0177.0.0.1/",
  "https://017700000001/",
  "https://１２７.０.０.１/",
  "https://①②⑦.⓪.⓪.①/",
  "https://127。0。0。1/",
  "https://127.0.0.1./",
  "https://%31%32%37.0.0.1/",
  "https://127%2e0.0.1/",
  "https://localhost/",
  "https://LOCALHOST/",
  "https://localhost./",
  "https://ⓛocalhost/",
  "https://lo\u00adcalhost/",
  "https://shop.localhost/",
  "https://[::1]/",
  "https://[0:0:0:0:0:0:0:1]/",
  "https://[::ffff:127.0.0.1]/",
  "https://[::ffff:7f00:1]/",
  "https://[::127.0.0.1]/",
];

const privateUrls = [
  "https://10.0.0.1/",
  "https://172.16.0.1/",
  "https://192.168.1.1/",
  "https://169.254.1.1/",
  "https://169.254.169.254/latest/meta-data/",
  "https://2852039166/",
  "https://169.254.170.2/",
  "https://100.100.100.200/",
  "https://168.63.129.16/",
  "https://metadata.google.internal/",
  "https://METADATA.google.internal/",
  "https://100.64.0.1/",
  "https://198.18.0.1/",
  "https://192.0.2.1/",
  "https://198.51.100.1/",
  "https://203.0.113.1/",
  "https://224.0.0.1/",
  "https://255.255.255.255/",
  "https://240.0.0.1/",
  "https://192.0.0.1/",
  "https://192.0.0.192/opc/v1/instance/",
  "https://[::]/",
  "https://[::8.8.8.8]/",
  "https://[::ffff:8.8.8.8]/",
  "https://[::ffff:a9fe:a9fe]/",
  "https://[::ffff:0:7f00:1]/",
  "https://[64:ff9b::7f00:1]/",
  "https://[64:ff9b:1::a9fe:a9fe]/",
  "https://[2002:7f00:1::]/",
  "https://[2001:0:1::]/",
  "https://[fd00:ec2::254]/",
  "https://[fe80::1]/",
  "https://[fec0::1]/",
  "https://[100::1]/",
  "https://[2001:db8::1]/",
  "https://[ff02::1]/",
  "https://postgres/",
  "https://printer.local/",
  "https://git.internal/",
  "https://instance-data/",
];

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

const otherUrls = [
  "http://shop.example.com/hook",
  "http://shop.example.com:8443/hook",
  "https://shop.example.com:80/hook",
  "https://shop.example.com:22/hook",
  "https://shop.example.com:8080/hook",
  "https://shop.example.com:0/hook",
];

const ownUrls = [
  "https://pay.example.com/hook",
  "https://PAY.example.com/hook",
  "https://pay.example.com:8443/hook",
  "https://pay.example.com./hook",
  "https://ｐａｙ.example.com/hook",
  "https://pay。example。com/hook",
  "https://p\u00aday.example.com/hook",
  "https://%70ay.example.com/hook",
  "https://kasse.bücher.example/",
  "https://KASSE.BÜCHER.example/",
  "https://kasse.bu\u0308cher.example/",
  "https://kasse.xn--bcher-kva.example/",
  "https://kasse.XN--BCHER-KVA.EXAMPLE/",
  "https://checkout.example.com/hook",
  "https://9.9.9.9/",
  "https://[2620:fe:0:0:0:0:0:9]/",
];

const input = {
  eventId: "evt_1",
  body: "{}",
  secrets: [newWebhookSecret(() => new Uint8Array(32))],
  at: new Date(),
  timeoutMs: 20_000,
};

/** A sender that can reach nothing: look-up and socket are stubs. */
function stubbed(addresses: readonly string[], usedPolicy = policy) {
  const resolve = vi.fn(async (_hostname: string) => addresses);
  const open = vi.fn((...[, , callback]: Parameters<import("./webhook-sender").Open>) =>
    callback(new Error("connected"), null),
  );
  return { resolve, open, sender: createWebhookSender({ ...usedPolicy, resolve, open }) };
}

describe("refused at save and at send, without look-up and without a connection", () => {
  it.each([...loopbackUrls, ...privateUrls, ...malformedUrls, ...otherUrls, ...ownUrls])(
    "%s",
    async (url) => {
      expect(() => assertSendableUrl(url, policy)).toThrow(UnsendableUrl);
      const { sender, resolve, open } = stubbed(["1.1.1.1"]);
      await expect(checkSendableUrl(url, policy, resolve)).rejects.toThrow(UnsendableUrl);
      expect(await sender.post({ ...input, url })).toMatchObject({ kind: "failed" });
      expect(resolve).not.toHaveBeenCalled();
      expect(open).not.toHaveBeenCalled();
    },
  );
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
  it.each([
    ["127.0.0.1"],
    ["0.0.0.0"],
    ["10.1.2.3"],
    ["172.31.0.1"],
    ["192.168.0.1"],
    ["169.254.1.1"],
    ["169.254.169.254"],
    ["169.254.170.2"],
    ["100.100.100.200"],
    ["168.63.129.16"],
    ["100.64.0.1"],
    ["198.18.0.1"],
    ["192.0.2.1"],
    ["198.51.100.1"],
    ["203.0.113.1"],
    ["224.0.0.1"],
    ["255.255.255.255"],
    ["240.0.0.1"],
    ["::"],
    ["::1"],
    ["::ffff:127.0.0.1"],
    ["::ffff:8.8.8.8"],
    ["::127.0.0.1"],
    ["64:ff9b::a9fe:a9fe"],
    ["2002:7f00:1::"],
    ["2001:0:1::"],
    ["fc00::1"],
    ["fe80::1"],
    ["fe80::1%eth0"],
    ["2606:4700:4700::1111%eth0"],
    ["fec0::1"],
    ["100::1"],
    ["2001:db8::1"],
    ["ff02::1"],
    ["9.9.9.9"],
    ["2620:fe::9"],
    ["1.1.1.1", "127.0.0.1"],
    ["127.0.0.1", "1.1.1.1"],
    ["1.1.1.1", "9.9.9.9"],
    ["1.1.1.1", "2606:4700:4700::1111", "::1"],
    ["no address at all"],
    [],
  ])("%s %s", async (...addresses) => {
    const { sender, resolve, open } = stubbed(addresses.filter((address) => address !== undefined));
    const saved = checkSendableUrl("https://shop.example.com/hook", policy, resolve);
    await expect(saved).rejects.toThrow(UnsendableUrl);
    await expect(saved).rejects.toThrow(/address/);
    expect(resolve).toHaveBeenCalledWith("shop.example.com");
    const answer = await sender.post({ ...input, url: "https://shop.example.com/hook" });
    expect(answer).toMatchObject({ kind: "failed", error: expect.stringMatching(/address/) });
    expect(open).not.toHaveBeenCalled();
  });
});

describe("saving an endpoint", () => {
  it("takes a name whose every address is public", async () => {
    const resolve = vi.fn(async () => ["1.1.1.1", "2606:4700:4700::1111"]);
    const url = await checkSendableUrl("https://Shop.example.com:8443/hook", policy, resolve);
    expect(url.href).toBe("https://shop.example.com:8443/hook");
    expect(resolve.mock.calls).toEqual([["shop.example.com"]]);
  });

  it("asks nobody about an address", async () => {
    const resolve = vi.fn();
    await checkSendableUrl("https://8.8.8.8/hook", policy, resolve);
    await checkSendableUrl("https://[2606:4700:4700::1111]/hook", policy, resolve);
    await checkSendableUrl("http://localhost:3000/hook", lifted, resolve);
    expect(resolve).not.toHaveBeenCalled();
  });

  it("refuses a name that cannot be found", async () => {
    const resolve = vi
      .fn()
      .mockRejectedValue(Object.assign(new Error("queryA ENOTFOUND"), { code: "ENOTFOUND" }));
    const saved = checkSendableUrl("https://shop.example.com/", policy, resolve);
    await expect(saved).rejects.toThrow(UnsendableUrl);
    await expect(saved).rejects.toThrow("shop.example.com cannot be found");
  });

  it("does not tell what a refused name resolves to", async () => {
    const { sender, resolve } = stubbed(["10.20.30.40"]);
    const message = "the address of db.corp.example.com is not public: private";
    await expect(checkSendableUrl("https://db.corp.example.com/", policy, resolve)).rejects.toThrow(message);
    expect(await sender.post({ ...input, url: "https://db.corp.example.com/" })).toEqual({
      kind: "failed",
      error: message,
    });
  });
});

describe("a name is looked up for every connection", () => {
  it("and only the addresses that were checked are connected to", async () => {
    const { sender, open } = stubbed(["1.1.1.1", "2606:4700:4700::1111"]);
    await sender.post({ ...input, url: "https://shop.example.com/hook" });
    expect(open.mock.calls.map(([target, addresses]) => [target.hostname, addresses])).toEqual([
      ["shop.example.com", ["1.1.1.1", "2606:4700:4700::1111"]],
    ]);
  });

  it("so that one which is good at first and bad at the next attempt is refused then", async () => {
    const { sender, resolve, open } = stubbed(["1.1.1.1"]);
    await sender.post({ ...input, url: "https://shop.example.com/hook" });
    expect(open).toHaveBeenCalledTimes(1);
    resolve.mockResolvedValue(["127.0.0.1"]);
    const answer = await sender.post({ ...input, url: "https://shop.example.com/hook" });
    expect(answer).toMatchObject({ error: "the address of shop.example.com is not public: loopback" });
    expect(open).toHaveBeenCalledTimes(1);
  });

  it("and one with thousands of addresses, each of which would be judged, is refused", async () => {
    const many = Array.from({ length: 65 }, (_, index) => `1.1.1.${index}`);
    const { sender, resolve, open } = stubbed(many);
    const message = "shop.example.com has more than 64 addresses";
    await expect(checkSendableUrl("https://shop.example.com/", policy, resolve)).rejects.toThrow(message);
    const answer = await sender.post({ ...input, url: "https://shop.example.com/" });
    expect(answer).toEqual({ kind: "failed", error: message });
    expect(open).not.toHaveBeenCalled();
    resolve.mockResolvedValue(many.slice(1));
    await sender.post({ ...input, url: "https://shop.example.com/" });
    expect(open).toHaveBeenCalledTimes(1);
  });

  it("and a failed look-up is a failed attempt", async () => {
    const { sender, resolve, open } = stubbed([]);
    resolve.mockRejectedValue(
      Object.assign(new Error("queryA ENOTFOUND shop.example.com"), { code: "ENOTFOUND" }),
    );
    expect(await sender.post({ ...input, url: "https://shop.example.com/" })).toEqual({
      kind: "failed",
      error: "queryA ENOTFOUND shop.example.com",
    });
    expect(open).not.toHaveBeenCalled();
  });

  it("and one that never answers ends with the time-out", async () => {
    const { sender, resolve, open } = stubbed([]);
    resolve.mockReturnValue(new Promise(() => undefined));
    const answer = await sender.post({ ...input, url: "https://shop.example.com/", timeoutMs: 50 });
    expect(answer).toEqual({ kind: "failed", error: "no full answer within 50 ms" });
    expect(open).not.toHaveBeenCalled();
  });
});

describe("allowing loopback", () => {
  it.each([
    "http://127.0.0.1:3000/hook",
    "http://127.1:3000/hook",
    "http://localhost:9/hook",
    "http://shop.localhost/hook",
    "http://[::1]:3000/hook",
    "https://localhost:5000/hook",
  ])("lifts scheme and port for %s", (url) => {
    expect(assertSendableUrl(url, lifted).href).toBe(new URL(url).href);
  });

  it("lifts the service's own address when that is loopback", () => {
    const own = { ...lifted, ownOrigins: ["http://localhost:3000"] };
    expect(assertSendableUrl("http://localhost:3000/demo/hook", own).port).toBe("3000");
  });

  it.each([
    ...privateUrls,
    ...malformedUrls,
    ...otherUrls,
    ...ownUrls,
    "http://10.0.0.1:3000/",
    "http://0.0.0.0:3000/",
    "http://[::ffff:127.0.0.1]:3000/",
    "http://user@localhost:3000/",
    "http://localhost.:3000/",
    "http://localhost.example.com:3000/",
    "ftp://localhost/",
  ])("lifts nothing for %s", async (url) => {
    expect(() => assertSendableUrl(url, lifted)).toThrow(UnsendableUrl);
    const { sender, open } = stubbed(["1.1.1.1"], lifted);
    expect(await sender.post({ ...input, url })).toMatchObject({ kind: "failed" });
    expect(open).not.toHaveBeenCalled();
  });

  it("keeps the other checks of what a name resolves to", async () => {
    const { sender, open } = stubbed(["192.168.0.1"], lifted);
    await sender.post({ ...input, url: "https://shop.example.com/" });
    expect(open).not.toHaveBeenCalled();
  });
});

describe("check webhook url", () => {
  const policy = { allowPrivateLoopback: false, ownOrigins: ["https://pay.example.com"] };
  const resolvesTo = (...addresses: string[]) => createWebhookUrlCheck(policy, async () => addresses);

  test("takes an address that the service would send to", async () => {
    expect(await resolvesTo("93.184.216.34")("https://shop.example.com/hook")).toBeNull();
  });

  test.each([
    ["http://shop.example.com/hook", "https"],
    ["https://127.0.0.1/", "loopback"],
    ["https://pay.example.com/hook", "own address"],
    ["not a URL", "spaces"],
  ])("says why not: %s", async (url, why) => {
    expect(await resolvesTo("93.184.216.34")(url)).toContain(why);
  });

  test("asks what the name resolves to now", async () => {
    expect(await resolvesTo("93.184.216.34", "10.0.0.1")("https://shop.example.com/")).toContain(
      "not public",
    );
    expect(await resolvesTo()("https://shop.example.com/")).toContain("no address");
    const silent = createWebhookUrlCheck(policy, () => Promise.reject(new Error("ENOTFOUND")));
    expect(await silent("https://shop.example.com/")).toContain("cannot be found");
  });
});
