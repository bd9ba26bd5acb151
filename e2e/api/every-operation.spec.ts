import { expect, test } from "@playwright/test";
import type { ErrorCode } from "@/lib/core/errors";
import type { KeyKind } from "@/lib/schemas/operations/operation";
import { type Connection, openConnection } from "../support/connection";
import { expectCommon, expectFailure } from "../support/contract";
import { manifest } from "../support/manifest";
import { everyJsonOperation, goodRequest, keyHeaders, pathOf } from "../support/operation-requests";
import { openProjects } from "../support/projects";
import { exchange } from "../support/raw";

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

for (const operation of everyJsonOperation) {
  const { operationId, method, path, keyKind, status } = operation;
  const target = pathOf(demo, operation);
  const key = keyHeaders(demo, keyKind);
  const refuse = (headers: Record<string, string>, code: ErrorCode, at = target) =>
    connection
      .send({
        method,
        target: at,
        // Wrong in all that is judged after the key.
        headers: { ...headers, "content-type": "text/plain" },
        ...(method === "POST" && { body: "{" }),
      })
      .then((answer) => expectFailure(answer, code));
  const succeed = async (base = "", more: Record<string, string> = {}) => {
    const good = await goodRequest(demo, operation);
    return connection.send({
      method,
      target: `${base}${good.target}`,
      headers: {
        ...good.headers,
        ...(good.json !== undefined && { "content-type": "application/json" }),
        ...more,
      },
      ...(good.json !== undefined && { body: JSON.stringify(good.json) }),
    });
  };

  test.describe(`${operationId}: ${method} ${path}`, () => {
    test(`${status} at both forms of the address, with what every answer carries`, async () => {
      for (const base of ["", "/api"]) {
        const answer = await succeed(base);
        expect([answer.status, answer.body.ok]).toEqual([status, true]);
        expectCommon(answer);
        expectLimits(answer.headers);
        expect("pagination" in answer.body).toBe(operation.paginated);
      }
    });

    test("Accept decides nothing where a key is sent, and below /api", async () => {
      const accept = "text/html,application/xhtml+xml,*/*;q=0.8";
      expect((await succeed("/api", { accept })).status).toBe(status);
      const withKey: Record<string, string> = keyKind === "none" ? { "x-api-key": "any" } : {};
      expect((await succeed("", { accept, rsc: "1", ...withKey })).status).toBe(status);
    });

    for (const [what, value, code] of refusals[keyKind]) {
      test(`${what} is ${code}, which is told before anything else`, async () => {
        const headers: Record<string, string> = { origin: "https://evil.example" };
        if (value !== null) headers["x-api-key"] = value;
        for (const base of ["", "/api"]) await refuse(headers, code, base + target);
      });
    }

    if (keyKind !== "none") {
      test("an origin that is not on the allow-list is told before the body is looked at", async () => {
        for (const origin of ["https://evil.example", "null"])
          await refuse({ ...key, origin }, "ORIGIN_NOT_ALLOWED");
      });
    }

    if (operation.body !== null) {
      for (const contentType of [
        "text/plain",
        "multipart/form-data; boundary=x",
        "application/jsonp",
        "json",
        "",
      ]) {
        test(`a body of the type ${JSON.stringify(contentType)} is refused`, async () => {
          const headers = { ...key, "content-type": contentType };
          const answer = await connection.send({ method, target, headers, body: "{}" });
          expectFailure(answer, "UNSUPPORTED_MEDIA_TYPE");
        });
      }

      test("a body of 64 KiB is read, one byte more is too large", async () => {
        const send = async (length: number) => {
          // A new one each time: some requests can be made once only.
          const { target: at, headers, json } = await goodRequest(demo, operation);
          const text = JSON.stringify(json);
          return connection.send({
            method,
            target: at,
            headers: { ...headers, "content-type": "application/json" },
            body: text + " ".repeat(length - text.length),
          });
        };
        expect((await send(65_536)).status).toBe(status);
        expectFailure(await send(65_537), "PAYLOAD_TOO_LARGE");
        expect((await send(65_536)).status).toBe(status);
      });
    }

    if (path.includes("{checkoutId}")) {
      test("an id that is none is not found, in whatever it is written", async () => {
        const { json } = await goodRequest(demo, operation);
        const body = JSON.stringify(json);
        for (const id of [
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
        ]) {
          const answer = await connection.send({
            method,
            target: path.replace("{projectId}", demo.projectId).replace("{checkoutId}", id),
            headers: { ...key, "content-type": "application/json" },
            ...(body !== undefined && { body }),
          });
          expectFailure(answer, "CHECKOUT_NOT_FOUND");
        }
      });
    }

    if (method === "GET") {
      test("HEAD answers what GET does, without a body", async () => {
        const good = await goodRequest(demo, operation);
        const wrong = { target: "/nope", headers: {} };
        for (const [request, expected] of [
          [good, 200],
          [wrong, 404],
        ] as const) {
          const answer = await exchange(demo.baseUrl, { method: "HEAD", ...request });
          expect([answer.status, answer.text]).toEqual([expected, ""]);
          expectHeadersOfJson(answer.headers);
        }
      });
    }
  });
}

test("a limit is told by each of its headers, and counts down", async () => {
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
