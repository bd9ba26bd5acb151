import { Agent, request as httpRequest } from "node:http";
import { expect, test } from "@playwright/test";
import { chainOf, tokenOf } from "../support/chain";
import { expectFailure, expectResource, postCheckout } from "../support/contract";
import { chunked, sendRaw } from "../support/raw";
import { manifest, onlyByStartScript } from "../support/stack";

const demo = manifest();
/** Wrong in all that is judged after the key. */
const wrongBody = { body: "{", headers: { "content-type": "text/plain" } };

test("refuses an empty key as missing, before the body is read", async () => {
  for (const key of ["", " "]) {
    await test.step(`the key ${JSON.stringify(key)} counts as missing, and is refused before the body is read`, async () => {
      const headers = { ...wrongBody.headers, "x-api-key": key };
      expectFailure(await postCheckout(demo, { ...wrongBody, headers }), "SERVER_KEY_REQUIRED");
    });
  }
});

test("refuses a missing key, even with a body of 20 MB", async () => {
  const body = Buffer.alloc(20 << 20, "x");
  const answer = await sendRaw(demo.baseUrl, {
    method: "POST",
    target: "/v1/checkouts",
    headers: { "content-length": String(body.length), connection: "keep-alive" },
    body,
  });
  expectFailure(answer, "SERVER_KEY_REQUIRED");
});

test("an API key is the wrong type", async () => {
  for (const [what, key] of [
    ["the project's own", demo.apiKey],
    ["a lone prefix", "svc_sk_"],
    ["an unknown one", "svc_sk_unknown"],
    ["a very long one", `svc_sk_${"a".repeat(5_000)}`],
  ] as const) {
    await test.step(`an API key is the wrong type: ${what}`, async () => {
      const headers = { ...wrongBody.headers, "x-api-key": key };
      expectFailure(await postCheckout(demo, { ...wrongBody, headers }), "INVALID_KEY_TYPE");
    });
  }
});

const { serverKey } = demo;
const lastSwapped = `${serverKey.slice(0, -1)}${serverKey.endsWith("0") ? "1" : "0"}`;
test("refuses an unknown server key with any body", async () => {
  for (const [what, key] of [
    ["unknown", `svc_server_${"0".repeat(49)}`],
    ["mistyped", lastSwapped],
    ["cut short", serverKey.slice(0, -1)],
    ["too long", `${serverKey}0`],
    ["in capitals", serverKey.toUpperCase()],
    ["given twice", `${serverKey}, ${serverKey}`],
    ["without prefix", serverKey.replace("svc_server_", "")],
    ["a lone prefix", "svc_server_"],
    ["a word", "undefined"],
    ["SQL", "svc_server_' OR '1'='1"],
    ["12,000 characters", `svc_server_${"a".repeat(12_000)}`],
    ["in Latin letters beyond ASCII", "svc_server_\u00e9\u00ff"],
  ] as const) {
    await test.step(`a server key that is ${what} belongs to no project, whatever the body`, async () => {
      const headers = { ...wrongBody.headers, "x-api-key": key, origin: "https://evil.example" };
      expectFailure(await postCheckout(demo, { ...wrongBody, headers }), "PROJECT_NOT_FOUND");
    });
  }
});

test("an origin that is not on the list is refused before the body is looked at", async () => {
  for (const [what, origin] of [
    ["another site", "https://evil.example"],
    ["a page of no origin", "null"],
    ["another port of the service's host", "http://localhost:9"],
    ["nothing", ""],
  ] as const) {
    await test.step(`as origin, ${what} is refused before the body is looked at`, async () => {
      const answer = await sendRaw(demo.baseUrl, {
        method: "POST",
        target: "/v1/checkouts",
        headers: { "x-api-key": serverKey, origin, "content-type": "text/plain", "content-length": "1" },
        body: "{",
      });
      expectFailure(answer, "ORIGIN_NOT_ALLOWED");
    });
  }
});

test("reads a key from Authorization: Bearer, and none from the query", async () => {
  const ask = (target: string, headers: Record<string, string>) =>
    sendRaw(demo.baseUrl, {
      method: "POST",
      target,
      headers: { ...headers, "content-type": "application/json", "content-length": "2" },
      body: "{}",
    });
  expectFailure(await ask(`/v1/checkouts?x-api-key=${serverKey}`, {}), "SERVER_KEY_REQUIRED");
  const authorization = `Bearer ${serverKey}`;
  expectFailure(await ask("/v1/checkouts", { authorization }), "VALIDATION_ERROR");
});

test.describe("the body", () => {
  const demo = manifest();
  const headers = { "x-api-key": demo.serverKey, "content-type": "application/json" };
  const good = JSON.stringify({ amount: "1000000" });
  const megabyte = 1 << 20;

  test.afterEach(async () => {
    expectResource(await postCheckout(demo, { json: { amount: "1000000" } }), 201);
  });

  test("a body of another type is refused", async () => {
    for (const contentType of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/jsonp",
      "json",
      "",
    ]) {
      await test.step(`a body of the type ${JSON.stringify(contentType)} is refused`, async () => {
        const answer = await sendRaw(demo.baseUrl, {
          method: "POST",
          target: "/v1/checkouts",
          headers: { ...headers, "content-type": contentType, "content-length": String(good.length) },
          body: good,
        });
        expectFailure(answer, "UNSUPPORTED_MEDIA_TYPE");
      });
    }
  });

  test("a body one byte above 64 KiB is too large, with any padding", async () => {
    const body = good + " ".repeat(65_537 - good.length);
    expectFailure(await postCheckout(demo, { body }), "PAYLOAD_TOO_LARGE");
  });

  test("1 MB of a field is too large", async () => {
    for (const field of ["itemName", "amount", "tokenAddress", "successUrl"]) {
      await test.step(`1 MB of ${field} is too large`, async () => {
        const json = { amount: "1000000", [field]: "1".repeat(megabyte) };
        expectFailure(await postCheckout(demo, { json }), "PAYLOAD_TOO_LARGE");
      });
    }
  });

  test("JSON 100,000 deep is too large", async () => {
    expectFailure(await postCheckout(demo, { body: "[".repeat(100_000) }), "PAYLOAD_TOO_LARGE");
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
});

test("answers thousands of errors briefly, without repeating the input", async () => {
  const keys = Array.from({ length: 4_500 }, (_, at) => `"\\u0000${at.toString(36)}":0`);
  const answer = await postCheckout(demo, { body: `{"amount":"1000000","metadata":{${keys.join(",")}}}` });
  expect(expectFailure(answer, "VALIDATION_ERROR", "metadata").details).toHaveLength(50);
});

test("a token, the factory and a deposit address are no merchant's wallet", async () => {
  const local = chainOf(demo);
  const json = { amount: "1000000", chainId: local.chainId, tokenAddress: tokenOf(local) };
  const { depositAddress } = expectResource(await postCheckout(demo, { json }), 201);
  for (const merchantAddress of [tokenOf(local), local.factory, depositAddress])
    expectFailure(
      await postCheckout(demo, { json: { ...json, merchantAddress } }),
      "VALIDATION_ERROR",
      "merchantAddress",
    );
});
