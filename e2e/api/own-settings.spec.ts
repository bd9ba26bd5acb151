import { expect, test } from "@playwright/test";
import type { DemoManifest } from "@/lib/demo/identity";
import { type Answer, call, createCheckout } from "../support/api";
import { expectFailure, unknownId } from "../support/contract";
import { everyOperation, keyHeaders, pathOf } from "../support/operation-requests";
import { type OwnService, startOwnService } from "../support/own-service";
import { type MadeProject, openProjects, type Projects } from "../support/projects";
import { exchange, transmit } from "../support/raw";
import { manifest } from "../support/stack";

// A service behind one proxy, so that each test is a client of its own, with few requests a minute. What every
// installation has unless its settings say otherwise is tested in lib/settings/env.test.ts.

const perMinute = { project: 10, checkout: 12, client: 30, page: 8, action: 3, failedKeys: 6 } as const;

let service: OwnService;
let demo: DemoManifest;
let projects: Projects;
let clients = 0;

test.beforeAll(async () => {
  service = await startOwnService({
    env: {
      TRUST_PROXY_HOPS: "1",
      RATE_LIMIT_PROJECT_PER_MINUTE: String(perMinute.project),
      RATE_LIMIT_PUBLIC_PER_MINUTE: String(perMinute.checkout),
      RATE_LIMIT_PUBLIC_IP_PER_MINUTE: String(perMinute.client),
      RATE_LIMIT_PAGE_PER_MINUTE: String(perMinute.page),
      RATE_LIMIT_ACTION_PER_MINUTE: String(perMinute.action),
      RATE_LIMIT_FAILED_KEYS_PER_MINUTE: String(perMinute.failedKeys),
    },
  });
  demo = service.demo;
  projects = openProjects(demo);
});
test.afterAll(async () => {
  await projects?.close();
  await service?.stop();
});

type Asked = {
  from?: string;
  key?: string;
  method?: string;
  json?: unknown;
  headers?: Record<string, string>;
};

/** An answer, and between which moments it was made. */
type Timed = Answer<unknown> & { askedAt: number; cameAt: number };

/** One request of a client, with its address set by the proxy. */
async function ask(path: string, { from, key, headers, ...rest }: Asked = {}): Promise<Timed> {
  const askedAt = Date.now();
  const answer = await call(`${demo.baseUrl}${path}`, {
    ...rest,
    headers: {
      ...(from === undefined ? {} : { "x-forwarded-for": from }),
      ...(key === undefined ? {} : { "x-api-key": key }),
      ...headers,
    },
  });
  return { ...answer, askedAt, cameAt: Date.now() };
}

/** An address that no other test has. */
const newClient = () => `192.0.2.${++clients}`;
const newCheckout = async () => (await createCheckout(demo, { amount: "1000000" })).id;
const listOf = ({ projectId }: Pick<MadeProject, "projectId">) =>
  `/dashboard/projects/${projectId}/checkouts`;
const times = (count: number, request: () => Promise<Timed>) =>
  Promise.all(Array.from({ length: count }, request));

/** How many answers have each status. */
function statuses(answers: readonly Answer<unknown>[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** A 429 with every header, which say the same. */
function expectRefusal(answer: Timed, limit: string, most: number): void {
  expectFailure(answer, "RATE_LIMIT_EXCEEDED");
  const { headers } = answer;
  const seconds = Number(headers.get("retry-after"));
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(61);
  expect(headers.get("ratelimit-policy")).toContain(`"${limit}";q=${most};w=60`);
  expect(headers.get("ratelimit")).toContain(`"${limit}";r=0;t=${seconds}`);
  expect(headers.get("x-ratelimit-limit")).toBe(String(most));
  expect(headers.get("x-ratelimit-remaining")).toBe("0");
  // Both count from the moment of the answer: on a busy machine it comes seconds later, and is looked at after that.
  const madeAt = Number(headers.get("x-ratelimit-reset")) - seconds;
  expect(madeAt).toBeGreaterThan(answer.askedAt / 1_000 - 3);
  expect(madeAt).toBeLessThan(answer.cameAt / 1_000 + 3);
}

test("a project's requests with its API key are refused above its limit, and no other project's", async () => {
  const most = perMinute.project;
  const project = await projects.make();
  const other = await projects.make();
  const first = await ask(listOf(project), { key: project.apiKey });
  expect(first.status).toBe(200);
  expect(first.headers.get("ratelimit-policy")).toBe(`"project";q=${most};w=60`);
  expect(first.headers.get("ratelimit")).toBe(`"project";r=${most - 1};t=60`);
  expect(first.headers.get("x-ratelimit-limit")).toBe(String(most));
  expect(first.headers.get("x-ratelimit-remaining")).toBe(String(most - 1));
  expect(first.headers.get("retry-after")).toBeNull();

  // From several addresses: the project counts, not who sends.
  const answers = await times(most + 4, () =>
    ask(listOf(project), { key: project.apiKey, from: newClient() }),
  );
  expect(statuses(answers)).toEqual({ 200: most - 1, 429: 5 });
  for (const answer of answers.filter(({ status }) => status === 429)) expectRefusal(answer, "project", most);

  // The body is no longer read; a key of another project is refused earlier.
  const post = { key: project.apiKey, method: "POST", json: {} };
  expectRefusal(await ask(listOf(project), post), "project", most);
  expectFailure(await ask(listOf(project), { key: other.apiKey }), "FORBIDDEN");
  const backend = await ask("/v1/checkouts", { key: project.serverKey });
  expect(backend.status).toBe(200);
  // A quarter of a second longer, where the limit is wide.
  expect(backend.headers.get("ratelimit")).toMatch(/^"server";r=999;t=6[01]$/);
  const neighbour = await ask(listOf(other), { key: other.apiKey });
  expect([neighbour.status, neighbour.headers.get("ratelimit")]).toEqual([
    200,
    `"project";r=${most - 1};t=60`,
  ]);
});

test("counts failures after the limit's check, and no refusals before it", async () => {
  const project = await projects.make();
  const remaining = async (asked: Asked) => {
    const { headers } = await ask(listOf(project), { key: project.apiKey, ...asked });
    return perMinute.project - Number(headers.get("x-ratelimit-remaining"));
  };
  expect(await remaining({})).toBe(1);
  expect(await remaining({ method: "POST", json: { amount: "-1" } })).toBe(2);
  const foreign = { headers: { origin: "https://evil.example" } };
  expectFailure(await ask(listOf(project), { key: project.apiKey, ...foreign }), "ORIGIN_NOT_ALLOWED");
  expectFailure(await ask(listOf(project), { key: project.serverKey }), "FORBIDDEN");
  expectFailure(await ask(listOf(project), { key: project.apiKey, method: "PUT" }), "METHOD_NOT_ALLOWED");
  expect(await remaining({})).toBe(3);
});

test("unknown keys are refused for their client above a limit, and its good keys are not", async () => {
  const most = perMinute.failedKeys;
  const from = newClient();
  const guesses = await times(4, () => ask("/v1/checkouts", { from, key: `svc_server_${"x".repeat(40)}` }));
  expect(statuses(guesses)).toEqual({ 404: 4 });
  const sdkGuesses = await times(4, () => ask("/sdk/project", { from, key: `svc_sk_${"x".repeat(40)}` }));
  expect(statuses(sdkGuesses)).toEqual({ 404: most - 4, 429: 8 - most });
  expectRefusal(await ask("/v1/checkouts", { from, key: "anything" }), "failed-keys", most);

  expect((await ask("/v1/checkouts", { from, key: demo.serverKey })).status).toBe(200);
  expectFailure(await ask("/v1/checkouts", { from }), "SERVER_KEY_REQUIRED");
  const elsewhere = await ask("/v1/checkouts", { from: newClient(), key: "anything" });
  expectFailure(elsewhere, "PROJECT_NOT_FOUND");
  expect(elsewhere.headers.get("ratelimit")).toBe(`"failed-keys";r=${most - 1};t=60`);
});

test("a client may look at one checkout so often, and at all together more often", async () => {
  const { checkout: most, client } = perMinute;
  const [from, friend] = [newClient(), newClient()];
  const [id, second, third] = [await newCheckout(), await newCheckout(), await newCheckout()];
  const first = await ask(`/c/${id}`, { from });
  expect(first.headers.get("ratelimit-policy")).toBe(`"client";q=${client};w=60, "checkout";q=${most};w=60`);
  expect(first.headers.get("x-ratelimit-remaining")).toBe(String(most - 1));
  const answers = await times(most + 2, () => ask(`/c/${id}`, { from }));
  expect(statuses(answers)).toEqual({ 200: most - 1, 429: 3 });
  for (const answer of answers.filter(({ status }) => status === 429))
    expectRefusal(answer, "checkout", most);
  const holding = { "if-none-match": "*" };
  expectRefusal(await ask(`/c/${id}`, { from, headers: holding }), "checkout", most);

  // The refused ones do not count for the client.
  expect(statuses(await times(most, () => ask(`/c/${second}`, { from })))).toEqual({ 200: most });
  const left = client - 2 * most;
  expect(statuses(await times(left + 2, () => ask(`/c/${third}`, { from })))).toEqual({ 200: left, 429: 2 });
  expectRefusal(await ask("/public/fiat-currencies", { from }), "client", client);
  expect((await ask(`/c/${id}`, { from: friend })).status).toBe(200);
  expect((await ask("/v1/checkouts", { from, key: demo.serverKey })).status).toBe(200);
});

test("limits selections and hashes per checkout and client, and ten times as many over all clients", async () => {
  const most = perMinute.action;
  const id = await newCheckout();
  const stranger = newClient();
  const act = (from: string, json: object, action = "verify", of = id) =>
    ask(`/c/${of}/${action}`, { from, method: "POST", json });
  const answers = [
    ...(await times(2, () => act(stranger, {}, "select"))),
    ...(await times(2, () => act(stranger, {}))),
  ];
  expect(statuses(answers)).toEqual({ 400: most, 429: 1 });
  expectRefusal(await act(stranger, {}), "action", most);

  // An invalid body is counted for its sender only.
  const onAnotherChain = { txHash: `0x${"1".repeat(64)}`, chainId: 4_294_967 };
  const others = Array.from({ length: 11 }, newClient);
  const answersOfOthers = await Promise.all(
    others.map((other) => times(most, () => act(other, onAnotherChain))),
  );
  // Each client keeps its first three, although the checkout's limit is full.
  expect(statuses(answersOfOthers.flat())).toEqual({ 400: 11 * most });
  const from = newClient();
  const own = await times(most, () => act(from, onAnotherChain));
  expect(statuses(own)).toEqual({ 400: most });
  expect(own[0]?.headers.get("ratelimit-policy")).toContain(`"checkout-actions";q=${10 * most};w=60`);
  const read = await ask(`/c/${id}`, { from });
  expect([read.status, read.headers.get("x-ratelimit-remaining")]).toEqual([
    200,
    String(perMinute.checkout - most - 1),
  ]);
  expectFailure(await act(from, {}, "verify", await newCheckout()), "VALIDATION_ERROR");
});

for (const path of ["/", "/docs", "/dashboard/sign-in", "/llms.txt", "/nowhere"])
  test(`${path} is limited under any Accept`, async () => {
    const from = newClient();
    const limit = path.startsWith("/dashboard") ? 6 * perMinute.page : perMinute.page;
    const forms = ["text/html", "*/*", "application/json", "image/webp"];
    const send = (accept: string) =>
      transmit(demo.baseUrl, {
        target: path,
        headers: { accept, "accept-language": "ko", "x-forwarded-for": from },
      });
    const sent = Array.from({ length: limit }, (_, at) => send(forms[at % forms.length] ?? "*/*"));
    for (const { status } of await Promise.all(sent)) expect(status).not.toBe(429);
    for (const accept of forms) {
      const refused = await send(accept);
      expect([accept, refused.status]).toEqual([accept, 429]);
      const wait = refused.headers.get("retry-after");
      expect(Number(wait)).toBeGreaterThan(0);
      const type = accept === "text/html" ? "text/html" : "application/json";
      expect(refused.headers.get("content-type")).toContain(type);
      // A calm page, which loads again by itself.
      if (accept === "text/html") expect(refused.text).toContain(`http-equiv="refresh" content="${wait}"`);
    }
    const file = { target: "/checkout.js", headers: { "x-forwarded-for": from } };
    expect((await transmit(demo.baseUrl, file)).status).toBe(200);
  });

test("a payment page that is refused says so in the reader's language", async () => {
  const headers = {
    host: "shop",
    accept: "text/html",
    "accept-language": "ko",
    "x-forwarded-for": newClient(),
  };
  const visit = () => exchange(demo.baseUrl, { target: `/c/${unknownId}`, headers });
  for (let visits = 0; visits < perMinute.page; visits++) expect((await visit()).status).toBe(404);
  const { status, text } = await visit();
  expect(status).toBe(429);
  expect(text).toContain('<html lang="ko">');
});

test("limits open requests: the API's description, preflights and actions without a session", async () => {
  const most = perMinute.client;
  const description = newClient();
  for (const target of ["/openapi.json", "/api/openapi.json"])
    expect(statuses(await times(most / 2, () => ask(target, { from: description })))).toEqual({
      200: most / 2,
    });
  for (const target of ["/openapi.json", "/api/openapi.json"])
    expectRefusal(await ask(target, { from: description }), "client", most);

  const send = (method: string, target: string, origin: string, expected: number) => async () => {
    const from = newClient();
    const headers = { "x-forwarded-for": from, origin, "content-length": "0" };
    const act = () => transmit(demo.baseUrl, { target, method, headers });
    const answers = await Promise.all(Array.from({ length: most }, act));
    for (const { status } of answers) expect(status).toBe(expected);
    expect((await act()).status).toBe(429);
    expectRefusal(await ask("/public/fiat-currencies", { from }), "client", most);
  };
  await test.step("preflights", send("OPTIONS", listOf(demo), "https://shop.example", 204));
  await test.step("actions", send("POST", "/api/dashboard/account/nothing", demo.baseUrl, 401));
});

test("a page of an allowed origin can read that the SDK is refused, and the project's server is not", async () => {
  const shop = "https://sdk-shop.example";
  const { apiKey, serverKey } = await projects.make({ origins: [shop] });
  const from = newClient();
  const get = (origin: string) => ask("/sdk/project", { from, key: apiKey, headers: { origin } });
  expect(statuses(await times(perMinute.client, () => get(shop)))).toEqual({ 200: perMinute.client });
  const refused = await get(shop);
  expectRefusal(refused, "client", perMinute.client);
  expect(refused.headers.get("access-control-allow-origin")).toBe(shop);
  expect(refused.headers.get("access-control-expose-headers")).toContain("retry-after");
  // The origin is judged first.
  expectFailure(await get("https://evil.example"), "ORIGIN_NOT_ALLOWED");
  expect((await ask("/v1/checkouts", { from, key: serverKey })).status).toBe(200);
});

test("never refuses readiness, and tells a stranger only ready or not", async () => {
  const from = newClient();
  const answers = await times(2 * perMinute.client, () => ask("/readyz", { from }));
  expect(statuses(answers)).toEqual({ 200: 2 * perMinute.client });
  for (const { body } of answers) expect(body).toEqual({ ok: true, data: { ready: true } });
});

test("counts HEAD like GET, and unknown paths not at all", async () => {
  const { client, checkout: most } = perMinute;
  const from = newClient();
  const id = await newCheckout();
  const send = (target: string, method: string) =>
    exchange(demo.baseUrl, { target, method, headers: { "x-forwarded-for": from } });
  const head = await send(`/c/${id}`, "HEAD");
  expect(head.status).toBe(200);
  expect(head.headers.get("ratelimit")).toBe(`"client";r=${client - 1};t=60, "checkout";r=${most - 1};t=60`);
  for (const [target, method, status] of [
    ["/nope", "GET", 404],
    [`/c/${id}/nope`, "GET", 404],
    [`/c/${id}`, "DELETE", 405],
    [`/c/${id}`, "OPTIONS", 204],
    ["/healthz", "GET", 200],
    ["/readyz", "GET", 200],
  ] as const) {
    const answer = await send(target, method);
    expect([answer.status, answer.headers.get("ratelimit")]).toEqual([status, null]);
  }
  const next = await ask(`/c/${id}`, { from });
  expect(next.headers.get("ratelimit")).toContain(`"client";r=${client - 2};`);
});

test("every operation is refused above its limit and says when to come again", async () => {
  for (const operation of everyOperation)
    await test.step(operation.operationId, async () => {
      const project = await projects.make({ serverRequestsPerMinute: 1 });
      const own = { ...demo, ...project };
      const from = newClient();
      const headers = keyHeaders(own, operation.keyKind);
      const { method } = operation;
      let last = await ask(pathOf(own, operation), { from, method, headers });
      for (let asked = 1; asked <= perMinute.client && last.status !== 429; asked++)
        last = await ask(pathOf(own, operation), { from, method, headers });
      expectFailure(last, "RATE_LIMIT_EXCEEDED");
      expect(last.headers.get("x-ratelimit-remaining")).toBe("0");
      const wait = Number(last.headers.get("retry-after"));
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(60);
    });
});

test("ignores X-Forwarded-For when no proxy is configured", async () => {
  const { baseUrl } = manifest();
  const left = async (number: number) => {
    const address = `198.51.100.${number}`;
    const headers = {
      "x-api-key": "x",
      "x-forwarded-for": address,
      "x-real-ip": address,
      forwarded: `for=${address}`,
      "x-client-address": address,
    };
    const answer = await call(`${baseUrl}/v1/checkouts`, { headers });
    expectFailure(answer, "PROJECT_NOT_FOUND");
    const [limit, remaining] = ["ratelimit-policy", "ratelimit"].map((name) =>
      Number(/^"failed-keys";[qr]=(\d+);/.exec(answer.headers.get(name) ?? "")?.[1]),
    );
    return { limit: limit ?? 0, remaining: remaining ?? 0 };
  };
  await left(1);
  // Another client would have used one request of its own limit.
  const { limit, remaining } = await left(2);
  expect(remaining).toBeLessThan(limit - 1);
});
