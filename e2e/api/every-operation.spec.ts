import { expect, test } from "@playwright/test";
import type { KeyKind } from "@/lib/api/operations/operation";
import type { ErrorCode } from "@/lib/platform/values/errors.rules";
import { expectCommon, expectFailure } from "../support/contract";
import { everyJsonOperation, goodRequest, keyHeaders, pathOf } from "../support/operation-requests";
import { openProjects } from "../support/projects";
import { type Connection, exchange, openConnection } from "../support/raw";
import { manifest } from "../support/stack";

// What holds for every operation alike, in the order in which requests are judged (spec §7).

const demo = manifest();
const unknownKeys = { server: `svc_server_${"0".repeat(49)}`, api: `svc_sk_${"0".repeat(49)}` };

/** Keys with which an operation is refused, and how. */
const refusals: Readonly<
  Record<KeyKind, readonly (readonly [what: string, key: string | null, code: ErrorCode])[]>
> = {
  server: [
    ["no key", null, "SERVER_KEY_REQUIRED"],
    ["an empty key", "", "SERVER_KEY_REQUIRED"],
    ["an API key", demo.apiKey, "INVALID_KEY_TYPE"],
    ["an unknown API key", unknownKeys.api, "INVALID_KEY_TYPE"],
    ["an unknown server key", unknownKeys.server, "PROJECT_NOT_FOUND"],
    ["a word", "undefined", "PROJECT_NOT_FOUND"],
  ],
  project: [
    ["no key", null, "UNAUTHORIZED"],
    ["an empty key", "", "UNAUTHORIZED"],
    ["an unknown API key", unknownKeys.api, "UNAUTHORIZED"],
    ["a word", "undefined", "UNAUTHORIZED"],
    ["another project's key", demo.secondProject.apiKey, "FORBIDDEN"],
    ["the project's server key", demo.serverKey, "FORBIDDEN"],
  ],
  sdk: [
    ["no key", null, "AUTH_PROJECT_REQUIRED"],
    ["an empty key", "", "AUTH_PROJECT_REQUIRED"],
    ["a server key", demo.serverKey, "INVALID_KEY_TYPE"],
    ["an unknown API key", unknownKeys.api, "AUTH_PROJECT_NOT_FOUND"],
    ["a word", "undefined", "AUTH_PROJECT_NOT_FOUND"],
  ],
  none: [],
};

let connection: Connection;
test.beforeAll(() => {
  connection = openConnection(demo.baseUrl);
});
test.afterAll(() => connection?.close());

const page = "text/html,application/xhtml+xml,*/*;q=0.8";
const otherTypes = ["text/plain", "multipart/form-data; boundary=x", "application/jsonp", "json", ""];
const otherIds = [
  "nope",
  "chk_",
  "prj_00000000000000000000000000",
  "CHK_00000000000000000000000000",
  "a%2Fb",
  "%2F",
  "%2e%2e%2fx",
  "a%0d%0ab",
  "%E6%B1%BA%E6%B8%88",
  "__proto__",
  "%27%20OR%201=1",
  "a".repeat(8_000),
];

for (const operation of everyJsonOperation) {
  const { operationId, method, path, keyKind, status } = operation;

  test(`${operationId}: ${method} ${path} judges in order, and succeeds at both forms of its address`, async () => {
    const target = pathOf(demo, operation);
    const key = keyHeaders(demo, keyKind);
    const typed = { ...key, "content-type": "application/json" };
    const succeed = async (base: string, more: Record<string, string>, length = 0) => {
      // A new one each time: some requests can be made once only.
      const good = await goodRequest(demo, operation);
      const text = good.json === undefined ? undefined : JSON.stringify(good.json).padEnd(length);
      const answer = await connection.send({
        method,
        target: `${base}${good.target}`,
        headers: {
          ...good.headers,
          ...(text !== undefined && { "content-type": "application/json" }),
          ...more,
        },
        ...(text !== undefined && { body: text }),
      });
      expect([answer.status, answer.body.ok]).toEqual([status, true]);
      return { answer, good };
    };

    // What a browser accepts decides nothing where a key is sent, and below /api. A body of 64 KiB is read.
    const [{ answer, good }] = await Promise.all([
      succeed("/api", { accept: page }, 65_536),
      succeed("", { accept: page, rsc: "1", ...(keyKind === "none" && { "x-api-key": "any" }) }),
    ]);
    expectCommon(answer);
    expectLimits(answer.headers);
    expect("pagination" in answer.body).toBe(operation.paginated);

    for (const [, value, code] of refusals[keyKind])
      for (const base of ["", "/api"]) {
        // Wrong in all that is judged after the key.
        const headers: Record<string, string> = {
          origin: "https://evil.example",
          "content-type": "text/plain",
          ...(value !== null && { "x-api-key": value }),
        };
        const body = method === "POST" ? { body: "{" } : {};
        expectFailure(await connection.send({ method, target: base + target, headers, ...body }), code);
      }
    if (keyKind !== "none")
      for (const origin of ["https://evil.example", "null"]) {
        const headers = { ...key, origin, "content-type": "text/plain" };
        const body = method === "POST" ? { body: "{" } : {};
        expectFailure(await connection.send({ method, target, headers, ...body }), "ORIGIN_NOT_ALLOWED");
      }
    if (operation.body !== null) {
      for (const contentType of otherTypes) {
        const headers = { ...key, "content-type": contentType };
        const answered = await connection.send({ method, target, headers, body: "{}" });
        expectFailure(answered, "UNSUPPORTED_MEDIA_TYPE");
      }
      const body = JSON.stringify(good.json).padEnd(65_537);
      expectFailure(await connection.send({ method, target, headers: typed, body }), "PAYLOAD_TOO_LARGE");
    }
    if (path.includes("{checkoutId}"))
      for (const id of otherIds) {
        const answered = await connection.send({
          method,
          target: path.replace("{projectId}", demo.projectId).replace("{checkoutId}", id),
          headers: typed,
          ...(good.json !== undefined && { body: JSON.stringify(good.json) }),
        });
        expectFailure(answered, "CHECKOUT_NOT_FOUND");
      }
    if (method === "GET") {
      for (const [request, expected] of [
        [good, status],
        [{ target: "/nope", headers: {} }, 404],
      ] as const) {
        const head = await exchange(demo.baseUrl, { method: "HEAD", ...request });
        expect([head.status, head.text]).toEqual([expected, ""]);
        expectHeadersOfJson(head.headers);
      }
    }
  });
}

test("a limit is in each of its headers, and counts down", async () => {
  // Of a project of its own: what others asked of the first one a minute ago is let go at any moment.
  const projects = openProjects(demo);
  const { serverKey } = await projects.make().finally(() => projects.close());
  const ask = () => connection.send({ target: "/v1/checkouts?take=1", headers: { "x-api-key": serverKey } });
  const first = await ask();
  const again = await ask();
  for (const { headers } of [first, again]) {
    expect(headers.get("ratelimit-policy")).toMatch(/^"server";q=\d+;w=60$/);
    expect(headers.get("ratelimit")).toMatch(/^"server";r=\d+;t=\d+$/);
    const seconds = Number(headers.get("x-ratelimit-reset")) - Date.now() / 1_000;
    expect(seconds).toBeGreaterThan(-2);
    expect(seconds).toBeLessThan(62);
  }
  const remaining = ({ headers }: { headers: Headers }) => Number(headers.get("x-ratelimit-remaining"));
  expect(remaining(again)).toBeLessThan(remaining(first));
});

function expectLimits(headers: Headers): void {
  for (const name of [
    "ratelimit",
    "ratelimit-policy",
    "x-ratelimit-limit",
    "x-ratelimit-remaining",
    "x-ratelimit-reset",
  ])
    expect(headers.get(name), name).not.toBeNull();
  expect(Number(headers.get("x-ratelimit-remaining"))).toBeLessThan(Number(headers.get("x-ratelimit-limit")));
}

function expectHeadersOfJson(headers: Headers): void {
  expect(headers.get("content-type")).toContain("application/json");
  expect(headers.get("x-request-id")).not.toBeNull();
}
