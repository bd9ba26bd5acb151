import { createHash, createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { outboxCreated } from "@/inngest/events";
import { APP_ID, createInngestClient, type InngestLogger } from "./client";
import { createHandler } from "./handler";

const SIGNING_KEY = `signkey-test-${createHash("sha256").update("a key for this test").digest("hex")}`;
const ORIGIN = "https://pay.example.com";
const quiet = (): void => {};
/** What the SDK said above debug. */
let lines: unknown[] = [];
const note = (...said: unknown[]): void => void lines.push(said);
const logger: InngestLogger = { debug: quiet, info: note, warn: note, error: note };

const URL_OF_WORK = `http://attacker.example/api/inngest?fnId=${APP_ID}-work&stepId=step`;

/** A request as Node hands it on; `host` is what the caller says it is. */
const request = (method: string, body: string | null, headers: Record<string, string> = {}) =>
  new Request(URL_OF_WORK, { method, body, headers: { host: "attacker.example", ...headers } });

/** Keys in alphabetical order, because the signature is over the canonical form of the body (RFC 8785). */
const call = () => {
  const event = { data: {}, id: "e", name: "outbox.created", ts: Date.now() };
  return JSON.stringify({ ctx: { attempt: 0, run_id: "r" }, event, events: [event], steps: {}, version: 2 });
};

function prepare() {
  const client = createInngestClient(
    {
      eventKey: "event-key",
      signingKey: SIGNING_KEY,
      signingKeyFallback: undefined,
      baseUrl: "http://127.0.0.1:1",
    },
    logger,
  );
  const runs: string[] = [];
  const work = client.createFunction(
    { id: "work", triggers: [outboxCreated] },
    ({ runId }) => void runs.push(runId),
  );
  return { handler: createHandler(client, [work], ORIGIN), runs };
}

describe("the handler of an Inngest server's calls", () => {
  test.each(["POST", "PUT", "GET"])(
    "an unsigned %s is refused in one line and runs nothing",
    async (method) => {
      lines = [];
      const { handler, runs } = prepare();
      const response = await handler(request(method, method === "GET" ? null : call()));
      expect(response.status).toBe(401);
      expect(runs).toEqual([]);
      expect(lines).toEqual([[{ err: expect.any(Error), method }, "Signature validation failed"]]);
    },
  );

  test("a wrong signature is refused, the right one runs the function", async () => {
    const { handler, runs } = prepare();
    const body = call();
    const seconds = Math.floor(Date.now() / 1_000).toString();
    const signedWith = (key: string) => {
      const hmac = createHmac("sha256", key.replace("signkey-test-", "")).update(body + seconds);
      return { "x-inngest-signature": `t=${seconds}&s=${hmac.digest("hex")}` };
    };
    expect((await handler(request("POST", body, signedWith("signkey-test-00")))).status).toBe(401);
    expect(runs).toEqual([]);
    expect((await handler(request("POST", body, signedWith(SIGNING_KEY)))).status).toBe(200);
    expect(runs).toEqual(["r"]);
  });

  test("a host that is no host gets 400", async () => {
    const { handler } = prepare();
    expect((await handler(request("POST", call(), { host: "a b" }))).status).toBe(400);
  });

  test.each([
    ["that says so", { "content-length": "300000000" }],
    ["that does not say so", {}],
  ])("reads at most a call's length of a stranger's endless body %s", async (_, headers) => {
    const { handler, runs } = prepare();
    let read = 0;
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const body = new ReadableStream({
      async pull(controller) {
        // What comes after the answer is dropped as it comes.
        if (read > 4 * 1024 * 1024) {
          await answered;
          controller.close();
          return;
        }
        read += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(32));
      },
    });
    const init = { method: "POST", body, duplex: "half", headers: { host: "pay.example.com", ...headers } };
    const response = await handler(new Request(URL_OF_WORK, init));
    answer();
    expect(response.status).toBe(413);
    expect(runs).toEqual([]);
  });
});
