import { type AddressInfo, isIP } from "node:net";
import { createServer, type Server, type TLSSocket } from "node:tls";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Certificate, createAuthority, createSelfSigned } from "@/lib/testing/certificates";
import { createOpen, createWebhookSender, type Open } from "./webhook-sender";

const day = 24 * 3_600_000;
const authority = createAuthority();
const names = ["shop.example.com"];
const honest = authority.issue({ names });

let server: Server;
let presented: Certificate;
let sockets: Set<TLSSocket>;
/** What receivers read, by connection. */
let requests: number[];
let askedNames: (string | false | null)[];
let senders: ReturnType<typeof createWebhookSender>[];

beforeEach(async () => {
  presented = honest;
  sockets = new Set();
  requests = [];
  askedNames = [];
  senders = [];
  server = createServer({ SNICallback: (_, done) => done(null, undefined), ...honest }, (socket) => {
    askedNames.push(socket.servername);
    sockets.add(socket);
    const connection = requests.push(0) - 1;
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    socket.on("data", (bytes) => {
      // The head comes with the body here: both are small.
      if (!bytes.toString().startsWith("POST ")) return;
      requests[connection] = (requests[connection] ?? 0) + 1;
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\nkeep-alive: timeout=600\r\n\r\nok");
    });
  });
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await Promise.all(senders.map((sender) => sender.close()));
  await expect.poll(() => sockets.size, { timeout: 20_000 }).toBe(0);
  await new Promise((resolve) => server.close(resolve));
});

/** Connects to this test's server instead of the addresses that were checked. */
function toServer(ca: string | undefined): { open: Open; opened: (readonly string[])[] } {
  const opened: (readonly string[])[] = [];
  const connect = createOpen(ca);
  const open: Open = (target, addresses, callback) => {
    opened.push(addresses);
    const { port } = server.address() as AddressInfo;
    const hostname = isIP(target.hostname) === 0 ? target.hostname : "127.0.0.1";
    connect({ ...target, hostname, port: String(port) }, ["127.0.0.1"], callback);
  };
  return { open, opened };
}

function start({ believes = true, ...options }: { believes?: boolean; connectionLifeMs?: number } = {}) {
  server.setSecureContext({ ...presented });
  const resolve = vi.fn(async (_hostname: string): Promise<readonly string[]> => ["1.1.1.1"]);
  const { open, opened } = toServer(believes ? authority.ca : undefined);
  const sender = createWebhookSender({
    allowPrivateLoopback: false,
    ownOrigins: ["https://pay.example.com"],
    resolve,
    open,
    ...options,
  });
  senders.push(sender);
  const post = (url = "https://shop.example.com/hook") =>
    sender.post({
      url,
      eventId: "evt_1",
      body: "{}",
      secrets: ["whsec_AAAA"],
      at: new Date(),
      timeoutMs: 20_000,
    });
  return { resolve, opened, post };
}

it("sends to a receiver whose certificate matches its name, with that name in SNI", async () => {
  const { post, opened } = start();
  expect(await post()).toEqual({ kind: "answered", statusCode: 200, retryAfterMs: null, body: "ok" });
  expect(askedNames).toEqual(["shop.example.com"]);
  expect(opened).toEqual([["1.1.1.1"]]);
});

describe("nothing is sent to a receiver whose certificate", () => {
  const now = Date.now();
  it.each<[string, Certificate, RegExp]>([
    ["is its own witness", createSelfSigned(names), /SELF_SIGNED/],
    ["is of an authority that nobody knows", createAuthority("Another").issue({ names }), /UNABLE_TO_VERIFY/],
    ["has expired", authority.issue({ names, notAfter: new Date(now - day) }), /CERT_HAS_EXPIRED/],
    ["is not valid yet", authority.issue({ names, notBefore: new Date(now + day) }), /CERT_NOT_YET_VALID/],
    [
      "is for another name",
      authority.issue({ names: ["other.example.com"] }),
      /ERR_TLS_CERT_ALTNAME_INVALID/,
    ],
    ["is for the names below its own", authority.issue({ names: ["*.shop.example.com"] }), /ALTNAME/],
  ])("%s", async (_, certificate, reason) => {
    presented = certificate;
    const { post } = start();
    expect(await post()).toEqual({ kind: "failed", error: expect.stringMatching(reason) });
    // Not even an environment in which Node believes everyone.
    vi.spyOn(process, "emitWarning").mockReturnValue();
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    expect(await post()).toEqual({ kind: "failed", error: expect.stringMatching(reason) });
    await expect.poll(() => sockets.size, { timeout: 20_000 }).toBe(0);
    expect(requests.every((count) => count === 0)).toBe(true);
  });

  it("comes from an authority that only this test trusts", async () => {
    const { post } = start({ believes: false });
    expect(await post()).toMatchObject({ kind: "failed" });
    expect(requests.every((count) => count === 0)).toBe(true);
  });

  it("is for a name, when it is called by its address", async () => {
    const { post } = start();
    expect(await post("https://8.8.8.8/hook")).toEqual({
      kind: "failed",
      error: expect.stringMatching(/ALTNAME/),
    });
  });
});

describe("a connection that is kept open", () => {
  it("goes on to the address that was checked, though the name resolves to another by now", async () => {
    const { post, resolve, opened } = start();
    expect(await post()).toMatchObject({ statusCode: 200 });
    resolve.mockResolvedValue(["127.0.0.1"]);
    // An event that comes before the connection has noticed the end of its answer asks for another one.
    await expect.poll(async () => (await post()).kind, { timeout: 5_000 }).toBe("answered");
    expect(opened).toEqual([["1.1.1.1"]]);
    expect(requests).toEqual([2]);
  });

  it("is closed after its life: then the name's new address is refused, at every attempt", async () => {
    const { post, resolve, opened } = start({ connectionLifeMs: 50 });
    expect(await post()).toMatchObject({ statusCode: 200 });
    resolve.mockResolvedValue(["10.0.0.1"]);
    await expect.poll(async () => (await post()).kind, { timeout: 20_000, interval: 60 }).toBe("failed");
    for (const attempt of [1, 2, 3]) {
      const answer = await post();
      expect(answer, `attempt ${attempt}`).toMatchObject({
        error: expect.stringContaining("the address of shop.example.com is not public: private"),
      });
    }
    expect(opened).toEqual([["1.1.1.1"]]);
  });

  it("is closed after seconds of silence, although its receiver would keep it for ten minutes", async () => {
    const { post, opened } = start();
    expect(await post()).toMatchObject({ statusCode: 200 });
    await expect.poll(() => sockets.size, { timeout: 30_000, interval: 100 }).toBe(0);
    expect(await post()).toMatchObject({ statusCode: 200 });
    expect(opened).toHaveLength(2);
  }, 60_000);

  it("is never shared with another name at the same address", async () => {
    presented = authority.issue({ names: ["shop.example.com", "other.example.com"] });
    const { post, opened } = start();
    expect(await post()).toMatchObject({ statusCode: 200 });
    expect(await post("https://other.example.com/hook")).toMatchObject({ statusCode: 200 });
    expect(opened).toHaveLength(2);
  });
});
