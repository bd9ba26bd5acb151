import { test } from "@playwright/test";
import { expectFailure, postCheckout } from "../support/contract";
import { manifest } from "../support/manifest";
import { sendRaw } from "../support/raw";

const demo = manifest();
/** Wrong in all that is judged after the key. */
const wrongBody = { body: "{", headers: { "content-type": "text/plain" } };

test("an empty key is none, which is told before the body is looked at", async () => {
  for (const key of ["", " "]) {
    await test.step(`the key ${JSON.stringify(key)} is none, which is told before the body is looked at`, async () => {
      const headers = { ...wrongBody.headers, "x-api-key": key };
      expectFailure(await postCheckout(demo, { ...wrongBody, headers }), "SERVER_KEY_REQUIRED");
    });
  }
});

test("without the header the key is missing, a body of 20 MB notwithstanding", async () => {
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
test("an unknown server key belongs to no project, whatever the body", async () => {
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

test("a key in the query or as a bearer is no key", async () => {
  const headers = { authorization: `Bearer ${serverKey}` };
  const answer = await sendRaw(demo.baseUrl, {
    method: "POST",
    target: `/v1/checkouts?x-api-key=${serverKey}`,
    headers: { ...headers, "content-type": "application/json", "content-length": "2" },
    body: "{}",
  });
  expectFailure(answer, "SERVER_KEY_REQUIRED");
});
