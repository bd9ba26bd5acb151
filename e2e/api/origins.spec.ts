import { expect, test } from "@playwright/test";
import type { Operation } from "@/lib/api/operations/operation";
import { expectFailure } from "../support/contract";
import { everyOperation, pathOf } from "../support/operation-requests";
import { type MadeProject, openProjects, type Projects } from "../support/projects";
import { exchange, sendRaw } from "../support/raw";
import { manifest } from "../support/stack";

const demo = manifest();
const shop = "https://shop.example";
const withPort = "https://shop.example:8443";
const international = "https://xn--bcher-kva.example";
const ipv6 = "https://[2001:db8::1]:8443";
const local = "http://localhost:5173";
const allowed = [shop, withPort, international, ipv6, local];

/** One read of each family. */
const reads = everyOperation.filter(({ operationId }) =>
  ["listCheckouts", "listProjectCheckouts", "getSdkProject"].includes(operationId),
);

let projects: Projects;
let project: MadeProject;
/** Allows another origin, and no other. */
let other: MadeProject;
/** Its API key stays on its server, with any allowed origins. */
let secret: MadeProject;

test.beforeAll(async () => {
  projects = openProjects(demo);
  project = await projects.make({ origins: allowed });
  other = await projects.make({ origins: ["https://other.example"] });
  secret = await projects.make({ origins: [...allowed, "https://secret.example"], apiKeyUse: "SERVER" });
});
test.afterAll(() => projects.close());

function ask(
  operation: Operation,
  origin: string | null,
  headers: Record<string, string> = {},
  of: MadeProject = project,
) {
  const { method, keyKind } = operation;
  return sendRaw(demo.baseUrl, {
    method,
    target: pathOf({ ...demo, ...of }, operation),
    headers: {
      "x-api-key": keyKind === "server" ? of.serverKey : of.apiKey,
      ...(origin === null ? {} : { origin }),
      ...(method === "POST" ? { "content-type": "text/plain", "content-length": "1" } : {}),
      ...headers,
    },
    ...(method === "POST" ? { body: "{" } : {}),
  });
}

test("an origin on the list is accepted, and so is a request without one", async () => {
  for (const operation of reads)
    for (const origin of [null, ...allowed]) expect((await ask(operation, origin)).status).toBe(200);
});

test("refuses an origin that only resembles a listed one", async () => {
  for (const [what, origin] of [
    ["of no origin", "null"],
    ["empty", ""],
    ["the service itself", demo.baseUrl],
    ["with the list's as its beginning", "https://shop.example.evil.com"],
    ["with the list's as its end", "https://evilshop.example"],
    ["a subdomain", "https://www.shop.example"],
    ["the parent", "https://example"],
    ["with a trailing dot", "https://shop.example."],
    ["with a trailing slash", "https://shop.example/"],
    ["with a path", "https://shop.example/shop"],
    ["in capitals", "https://SHOP.example"],
    ["with its scheme in capitals", "HTTPS://shop.example"],
    ["with another scheme", "http://shop.example"],
    ["with the default port written out", "https://shop.example:443"],
    ["with another port", "https://shop.example:8444"],
    ["with a port whose end is cut off", "https://shop.example:844"],
    ["with a user", "https://user@shop.example"],
    ["dressed as a user", "https://shop.example@evil.example"],
    ["twice", `${shop}, ${shop}`],
    ["two with a space", `${shop} ${withPort}`],
    ["with a wildcard", "https://*.example"],
    ["everything", "*"],
    ["not in punycode", "https://b\u00fccher.example"],
    ["IPv6 at length", "https://[2001:db8:0:0:0:0:0:1]:8443"],
    ["IPv6 without its port", "https://[2001:db8::1]"],
    ["loopback by number", "http://127.0.0.1:5173"],
    ["without scheme", "shop.example"],
    ["escaped", "https://shop%2eexample"],
  ] as const) {
    await test.step(`an origin ${what} is not on the list: ${origin}`, async () => {
      for (const operation of reads) {
        const answer = await ask(operation, origin);
        expectFailure(answer, "ORIGIN_NOT_ALLOWED");
        expect(answer.headers.get("access-control-allow-origin")).toBeNull();
      }
    });
  }
});

test("an origin with spaces around it is read without them, as HTTP has it", async () => {
  for (const operation of reads) expect((await ask(operation, `  ${shop} `)).status).toBe(200);
});

test("an origin given in two headers is none of the list", async () => {
  for (const operation of reads)
    expectFailure(await ask(operation, shop, { Origin: "https://evil.example" }), "ORIGIN_NOT_ALLOWED");
});

test("an origin that was added counts from the next request, in any notation", async () => {
  const fresh = await projects.make();
  const read = (origin: string) =>
    sendRaw(demo.baseUrl, {
      target: "/v1/checkouts",
      headers: { "x-api-key": fresh.serverKey, origin },
    });
  expectFailure(await read(shop), "ORIGIN_NOT_ALLOWED");
  await projects.admin.allowOrigins(fresh.projectId, ["https://Shop.Example:443"], new Date());
  expect((await read(shop)).status).toBe(200);
});

test.describe("CORS", () => {
  const corsHeaders = (headers: Headers) =>
    Object.fromEntries([...headers].filter(([name]) => name.startsWith("access-control-")));

  /** A page may read what the SDK answers, and create with the project's API key. */
  const forPages = ({ keyKind, operationId }: (typeof everyOperation)[number]) =>
    keyKind === "sdk" || operationId === "createProjectCheckout";
  /** Software in any page pays by x402, which needs no key. */
  const forSoftware = everyOperation.filter(({ x402 }) => x402 === true);

  test("lets every page read what software has to pay, and its refusals", async () => {
    expect(forSoftware).toHaveLength(2);
    for (const operation of forSoftware) {
      const { headers } = await ask(operation, "https://elsewhere.example");
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(headers.get("access-control-allow-credentials")).toBeNull();
      expect(headers.get("access-control-expose-headers")).toContain("payment-required");
    }
  });

  test("is only on answers of the SDK and of a create by API key, even for an allowed origin", async () => {
    const others = everyOperation.filter((operation) => !forPages(operation) && operation.x402 !== true);
    for (const operation of others) {
      const answer = await ask(operation, shop);
      expect(corsHeaders(answer.headers)).toEqual({});
      // Its address is the create's too, which has a preflight of its own.
      if (operation.operationId === "listProjectCheckouts") continue;
      const options = await exchange(demo.baseUrl, {
        method: "OPTIONS",
        target: pathOf(demo, operation),
        headers: { origin: shop, "access-control-request-method": operation.method },
      });
      expect([options.status, options.text, corsHeaders(options.headers)]).toEqual([204, "", {}]);
      expect(options.headers.get("allow")).toContain(operation.method);
    }
  });

  test("is on no answer of a project whose API key stays on its server", async () => {
    for (const operation of everyOperation.filter(forPages)) {
      const answer = await ask(operation, shop, {}, secret);
      if (!answer.body.ok)
        expect(["CHECKOUT_NOT_FOUND", "UNSUPPORTED_MEDIA_TYPE"]).toContain(answer.body.error.code);
      expect(corsHeaders(answer.headers)).toEqual({});
      const { headers } = await exchange(demo.baseUrl, {
        method: "OPTIONS",
        target: pathOf({ ...demo, ...secret }, operation),
        headers: { origin: "https://secret.example", "access-control-request-method": operation.method },
      });
      expect(corsHeaders(headers)).toEqual({});
    }
  });

  test.describe("of a create by API key", () => {
    const create = everyOperation.find(({ operationId }) => operationId === "createProjectCheckout");
    if (create === undefined) throw new Error("there is no create by API key");
    const preflight = (origin: string, of: MadeProject, base = "") =>
      exchange(demo.baseUrl, {
        method: "OPTIONS",
        target: `${base}${pathOf({ ...demo, ...of }, create)}`,
        headers: { origin, "access-control-request-method": "POST" },
      });

    test("lets an allowed page read the answer, its errors too", async () => {
      for (const origin of allowed) {
        const { headers, body } = await ask(create, origin);
        expect(body).toMatchObject({ error: { code: "UNSUPPORTED_MEDIA_TYPE" } });
        expect(corsHeaders(headers)).toEqual({
          "access-control-allow-origin": origin,
          "access-control-expose-headers": expect.stringContaining("idempotent-replayed"),
        });
        expect(headers.get("vary")?.toLowerCase().split(/,\s*/)).toContain("origin");
      }
      for (const answer of [await ask(create, "https://evil.example"), await ask(create, null)])
        expect(corsHeaders(answer.headers)).toEqual({});
    });

    test("answers a preflight by the list of the project in the path", async () => {
      for (const base of ["", "/api"]) {
        const { status, headers } = await preflight(shop, project, base);
        expect([status, headers.get("cache-control")]).toEqual([204, "no-store"]);
        expect(corsHeaders(headers)).toEqual({
          "access-control-allow-origin": shop,
          "access-control-allow-methods": "POST",
          "access-control-allow-headers": "x-api-key, content-type, idempotency-key",
          "access-control-max-age": "600",
        });
        expect(headers.get("allow")).toBe("GET, HEAD, POST, OPTIONS");
        expect(headers.get("vary")?.toLowerCase().split(/,\s*/)).toContain("origin");
      }
      for (const [origin, of] of [
        [shop, other],
        ["https://other.example", project],
        ["https://evil.example", project],
        ["null", project],
        [shop, { ...project, projectId: "prj_unknown" }],
        [shop, { ...project, projectId: "x".repeat(3_000) }],
      ] as const) {
        const { status, headers } = await preflight(origin, of);
        expect([status, corsHeaders(headers)]).toEqual([204, {}]);
      }
    });
  });

  for (const operation of everyOperation.filter(({ keyKind }) => keyKind === "sdk")) {
    const target = pathOf(demo, operation);
    const preflight = (origin: string, base = "") =>
      exchange(demo.baseUrl, {
        method: "OPTIONS",
        target: `${base}${target}`,
        headers: {
          origin,
          "access-control-request-method": "GET",
          "access-control-request-headers": "x-api-key",
        },
      });

    test(`lets an allowed page read ${target}, its errors too, and names it alone`, async () => {
      for (const origin of allowed) {
        const { headers } = await ask(operation, origin);
        const cors = corsHeaders(headers);
        expect(cors).toEqual({
          "access-control-allow-origin": origin,
          "access-control-expose-headers": expect.stringContaining("retry-after"),
        });
        expect(cors["access-control-expose-headers"]).toContain("x-request-id");
      }
    });

    test(`lets a script read of ${target} only headers that are there, or come with a 429`, async () => {
      const { headers } = await ask(operation, shop);
      const exposed = headers.get("access-control-expose-headers")?.split(", ") ?? [];
      expect(exposed.filter((name) => name !== "retry-after" && !headers.has(name))).toEqual([]);
    });

    test(`is kept apart by caches on every answer of ${target}`, async () => {
      const answers = [
        await ask(operation, shop),
        await ask(operation, null),
        await ask(operation, "https://evil.example"),
        await ask(operation, shop, { "x-api-key": "" }),
        await ask(operation, shop, { "x-api-key": "svc_sk_x" }),
        await sendRaw(demo.baseUrl, { method: "DELETE", target }),
        await preflight(shop),
        await preflight("https://evil.example"),
      ];
      for (const { headers } of answers)
        expect(headers.get("vary")?.toLowerCase().split(/,\s*/)).toContain("origin");
    });

    test(`tells a page without a key, or with a wrong one, nothing of ${target}`, async () => {
      for (const key of ["", "svc_sk_x", project.serverKey])
        expect(corsHeaders((await ask(operation, shop, { "x-api-key": key })).headers)).toEqual({});
    });

    test(`tells a caller without origin nothing on ${target}`, async () => {
      expect(corsHeaders((await ask(operation, null)).headers)).toEqual({});
    });

    test(`answers a preflight for ${target} from a page that some project allows`, async () => {
      for (const base of ["", "/api"]) {
        const { status, text, headers } = await preflight(shop, base);
        expect([status, text]).toEqual([204, ""]);
        expect(corsHeaders(headers)).toEqual({
          "access-control-allow-origin": shop,
          "access-control-allow-methods": "GET, HEAD",
          "access-control-allow-headers": "x-api-key, content-type",
          "access-control-max-age": "600",
        });
        expect(headers.get("cache-control")).toBe("no-store");
        expect(headers.get("x-request-id")).not.toBeNull();
      }
      // Another project's page may ask; the request itself is then held against its own project's list.
      expect(corsHeaders((await preflight("https://other.example")).headers)).not.toEqual({});
      const foreign = await ask(operation, "https://other.example");
      expectFailure(foreign, "ORIGIN_NOT_ALLOWED");
      const key = { "x-api-key": other.apiKey };
      expect(
        (await ask(operation, "https://other.example", key)).headers.get("access-control-allow-origin"),
      ).toBe("https://other.example");
    });

    test(`answers a preflight for ${target} from any other page without permission`, async () => {
      for (const origin of ["https://evil.example", "null", `${shop}.`, "*", "", "x".repeat(5_000)]) {
        const { status, headers } = await preflight(origin);
        expect([status, corsHeaders(headers)]).toEqual([204, {}]);
      }
    });
  }

  test("goes with the origin from a deleted project", async () => {
    const origin = "https://gone.example";
    const gone = await projects.make({ origins: [origin] });
    const ask = () =>
      exchange(demo.baseUrl, { method: "OPTIONS", target: "/sdk/project", headers: { origin } });
    expect((await ask()).headers.get("access-control-allow-origin")).toBe(origin);
    await projects.admin.deleteProject(gone.projectId, new Date());
    expect((await ask()).headers.get("access-control-allow-origin")).toBeNull();
  });
});
