import { Agent, request as httpRequest } from "node:http";
import { expect, test } from "@playwright/test";
import { expectFailure, expectResource, postCheckout } from "../support/contract";
import { chunked, sendRaw } from "../support/raw";
import { manifest, onlyByStartScript } from "../support/stack";

// Bodies whose length or encoding is wrong: the server answers, and serves the next request.

const demo = manifest();
const headers = { "x-api-key": demo.serverKey, "content-type": "application/json" };
const good = JSON.stringify({ amount: "1000000" });
const megabyte = 1 << 20;

test.afterEach(async () => {
  expectResource(await postCheckout(demo, { json: { amount: "1000000" } }), 201);
});

const huge = Buffer.alloc(20 * megabyte, "x");
test("refuses 20 MB as too large before all of it arrived", async () => {
  for (const [how, extra, body] of [
    ["with its length", { "content-length": String(huge.length) }, huge],
    ["in chunks without a length", { "transfer-encoding": "chunked" }, chunked(huge)],
  ] as const) {
    await test.step(`20 MB ${how} are refused before all of them arrived`, async () => {
      const answer = await sendRaw(demo.baseUrl, {
        method: "POST",
        target: "/v1/checkouts",
        // Kept: a server that closes with bytes unread may take its answer back on the wire.
        headers: { ...headers, ...extra, connection: "keep-alive" },
        body,
      });
      expectFailure(answer, "PAYLOAD_TOO_LARGE");
    });
  }
});

test("a length that promises too much is refused by itself", async () => {
  const answer = await sendRaw(demo.baseUrl, {
    method: "POST",
    target: "/v1/checkouts",
    headers: { ...headers, "content-length": "999999999999" },
    body: good,
  });
  expectFailure(answer, "PAYLOAD_TOO_LARGE");
});

test("a length that is wrong gets an envelope", async () => {
  onlyByStartScript();
  for (const [what, extra, status] of [
    ["is shorter than the body", { "content-length": "5" }, 400],
    ["is negative", { "content-length": "-1" }, 400],
    ["is no number", { "content-length": "1e3" }, 400],
    ["stands beside chunks", { "content-length": "5", "transfer-encoding": "chunked" }, 400],
  ] as const) {
    await test.step(`a length that ${what} gets an envelope`, async () => {
      const target = { method: "POST", target: "/v1/checkouts", headers: { ...headers, ...extra } };
      const answer = await sendRaw(demo.baseUrl, { ...target, body: good });
      expect(answer.status).toBe(status);
      expect(answer.body).toMatchObject({ ok: false, error: { code: "VALIDATION_ERROR" } });
    });
  }
});

test("a body that is compressed is no UTF-8", async () => {
  const answer = await sendRaw(demo.baseUrl, {
    method: "POST",
    target: "/v1/checkouts",
    headers: { ...headers, "content-encoding": "gzip", "content-length": "4" },
    body: new Uint8Array([0x1f, 0x8b, 0x08, 0xff]),
  });
  expectFailure(answer, "VALIDATION_ERROR");
});

test("a connection serves the next request at once after refused bytes in chunks", async () => {
  for (const size of [70_000, megabyte, 5 * megabyte]) {
    await test.step(`a connection serves the next request at once after ${size} refused bytes in chunks`, async () => {
      // One connection: the rest of a refused body must not block the next request.
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const statusOf = (body: Buffer) =>
        new Promise<number>((resolve, reject) => {
          const sent = httpRequest(
            `${demo.baseUrl}/v1/checkouts`,
            {
              method: "POST",
              agent,
              headers: { ...headers, "transfer-encoding": "chunked" },
              timeout: 30_000,
            },
            (answer) => answer.resume().on("end", () => resolve(answer.statusCode ?? 0)),
          );
          sent.on("timeout", () => sent.destroy(new Error("no answer within 30 s"))).on("error", reject);
          sent.end(body);
        });
      try {
        expect(await statusOf(Buffer.alloc(size, "x"))).toBe(413);
        expect(await statusOf(Buffer.from(good))).toBe(201);
      } finally {
        agent.destroy();
      }
    });
  }
});
