import { expect, test } from "@playwright/test";
import type { DemoManifest } from "@/lib/demo/identity";
import { type Answer, call, createCheckout } from "../support/api";
import { expectFailure } from "../support/contract";
import { type MadeProject, openProjects, type Projects } from "../support/projects";
import { exchange, transmit } from "../support/raw";
import { type OwnStack, startOwnStack } from "../support/stack";

// A service with the default limits (decisions §4), behind one proxy, so that each test is a client of its own.

let stack: OwnStack;
let demo: DemoManifest;
let projects: Projects;
let clients = 0;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  // Of pages fewer: several hundred take a busy machine longer than a request counts.
  stack = await startOwnStack({ env: { TRUST_PROXY_HOPS: "1", RATE_LIMIT_PAGE_PER_MINUTE: "8" } });
  demo = stack.manifest;
  projects = openProjects(demo);
});
test.afterAll(async () => {
  await projects?.close();
  await stack?.stop();
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
function expectRefusal(answer: Timed, limit: string, perMinute: number): void {
  expectFailure(answer, "RATE_LIMIT_EXCEEDED");
  const { headers } = answer;
  const seconds = Number(headers.get("retry-after"));
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(61);
  expect(headers.get("ratelimit-policy")).toContain(`"${limit}";q=${perMinute};w=60`);
  expect(headers.get("ratelimit")).toContain(`"${limit}";r=0;t=${seconds}`);
  expect(headers.get("x-ratelimit-limit")).toBe(String(perMinute));
  expect(headers.get("x-ratelimit-remaining")).toBe("0");
  // Both count from the moment of the answer: on a busy machine it comes seconds later, and is looked at after that.
  const madeAt = Number(headers.get("x-ratelimit-reset")) - seconds;
  expect(madeAt).toBeGreaterThan(answer.askedAt / 1_000 - 3);
  expect(madeAt).toBeLessThan(answer.cameAt / 1_000 + 3);
}

test("of a project's requests with its API key the 101st in a minute is refused, and nobody else's", async () => {
  const project = await projects.make();
  const other = await projects.make();
  const first = await ask(listOf(project), { key: project.apiKey });
  expect(first.status).toBe(200);
  expect(first.headers.get("ratelimit-policy")).toBe('"project";q=100;w=60');
  expect(first.headers.get("ratelimit")).toBe('"project";r=99;t=60');
  expect(first.headers.get("x-ratelimit-limit")).toBe("100");
  expect(first.headers.get("x-ratelimit-remaining")).toBe("99");
  expect(first.headers.get("retry-after")).toBeNull();

  // From several addresses: the project counts, not who sends.
  const answers = await times(119, () => ask(listOf(project), { key: project.apiKey, from: newClient() }));
  expect(statuses(answers)).toEqual({ 200: 99, 429: 20 });
  for (const answer of answers.filter(({ status }) => status === 429)) expectRefusal(answer, "project", 100);

  // The body is no longer read; a key of another project is refused earlier.
  expectRefusal(
    await ask(listOf(project), { key: project.apiKey, method: "POST", json: {} }),
    "project",
    100,
  );
  expectFailure(await ask(listOf(project), { key: other.apiKey }), "FORBIDDEN");
  const backend = await ask("/v1/checkouts", { key: project.serverKey });
  expect(backend.status).toBe(200);
  // A quarter of a second longer, where the limit is wide.
  expect(backend.headers.get("ratelimit")).toMatch(/^"server";r=999;t=6[01]$/);
  const neighbour = await ask(listOf(other), { key: other.apiKey });
  expect([neighbour.status, neighbour.headers.get("ratelimit")]).toEqual([200, '"project";r=99;t=60']);
});

test("what fails after the limit counts, what is refused before it does not", async () => {
  const project = await projects.make();
  const remaining = async (asked: Asked) =>
    (await ask(listOf(project), { key: project.apiKey, ...asked })).headers.get("x-ratelimit-remaining");
  expect(await remaining({})).toBe("99");
  expect(await remaining({ method: "POST", json: { amount: "-1" } })).toBe("98");
  const foreign = { headers: { origin: "https://evil.example" } };
  expectFailure(await ask(listOf(project), { key: project.apiKey, ...foreign }), "ORIGIN_NOT_ALLOWED");
  expectFailure(await ask(listOf(project), { key: project.serverKey }), "FORBIDDEN");
  expectFailure(await ask(listOf(project), { key: project.apiKey, method: "PUT" }), "METHOD_NOT_ALLOWED");
  expect(await remaining({})).toBe("97");
});

test("the Server API has a project's own limit where it has one", async () => {
  const project = await projects.make({ serverRequestsPerMinute: 3 });
  const answers = await times(5, () => ask("/v1/checkouts", { key: project.serverKey }));
  expect(statuses(answers)).toEqual({ 200: 3, 429: 2 });
  for (const answer of answers.filter(({ status }) => status === 429)) expectRefusal(answer, "server", 3);
});

test("the 31st key that nobody has is refused for its client, whose good keys go on", async () => {
  const from = newClient();
  const guesses = await times(20, () => ask("/v1/checkouts", { from, key: `svc_server_${"x".repeat(40)}` }));
  expect(statuses(guesses)).toEqual({ 404: 20 });
  const sdkGuesses = await times(20, () => ask("/sdk/project", { from, key: `svc_sk_${"x".repeat(40)}` }));
  expect(statuses(sdkGuesses)).toEqual({ 404: 10, 429: 10 });
  const last = await ask("/v1/checkouts", { from, key: "anything" });
  expectRefusal(last, "failed-keys", 30);

  expect((await ask("/v1/checkouts", { from, key: demo.serverKey })).status).toBe(200);
  expectFailure(await ask("/v1/checkouts", { from }), "SERVER_KEY_REQUIRED");
  const elsewhere = await ask("/v1/checkouts", { from: newClient(), key: "anything" });
  expectFailure(elsewhere, "PROJECT_NOT_FOUND");
  expect(elsewhere.headers.get("ratelimit")).toBe('"failed-keys";r=29;t=60');
});

test("anyone may look at one checkout 120 times, and at all 300 times", async () => {
  const [from, friend] = [newClient(), newClient()];
  const [id, second, third] = [await newCheckout(), await newCheckout(), await newCheckout()];
  const first = await ask(`/c/${id}`, { from });
  expect(first.headers.get("ratelimit-policy")).toBe('"client";q=300;w=60, "checkout";q=120;w=60');
  expect(first.headers.get("x-ratelimit-remaining")).toBe("119");
  const answers = await times(129, () => ask(`/c/${id}`, { from }));
  expect(statuses(answers)).toEqual({ 200: 119, 429: 10 });
  for (const answer of answers.filter(({ status }) => status === 429)) expectRefusal(answer, "checkout", 120);

  // The refused ones do not count for the client.
  expect(statuses(await times(120, () => ask(`/c/${second}`, { from })))).toEqual({ 200: 120 });
  expect(statuses(await times(65, () => ask(`/c/${third}`, { from })))).toEqual({ 200: 60, 429: 5 });
  expectRefusal(await ask("/public/fiat-currencies", { from }), "client", 300);
  expect((await ask(`/c/${id}`, { from: friend })).status).toBe(200);
  expect((await ask("/v1/checkouts", { from, key: demo.serverKey })).status).toBe(200);
});

test("a choice or a hash is taken for one checkout ten times a minute from a client, 100 times from all", async () => {
  const id = await newCheckout();
  const stranger = newClient();
  const answers = [
    ...(await times(6, () => ask(`/c/${id}/select`, { from: stranger, method: "POST", json: {} }))),
    ...(await times(6, () => ask(`/c/${id}/verify`, { from: stranger, method: "POST", json: {} }))),
  ];
  expect(statuses(answers)).toEqual({ 400: 10, 429: 2 });
  expectRefusal(await ask(`/c/${id}/verify`, { from: stranger, method: "POST", json: {} }), "action", 10);
  // The customer goes on, until all clients together have had their fill.
  const from = newClient();
  expectFailure(await ask(`/c/${id}/verify`, { from, method: "POST", json: {} }), "VALIDATION_ERROR");
  const others = Array.from({ length: 10 }, newClient);
  const answersOfOthers = await Promise.all(
    others.map((other) => times(10, () => ask(`/c/${id}/verify`, { from: other, method: "POST", json: {} }))),
  );
  expect(statuses(answersOfOthers.flat())).toEqual({ 400: 89, 429: 11 });
  expectRefusal(await ask(`/c/${id}/select`, { from, method: "POST", json: {} }), "checkout-actions", 100);
  const read = await ask(`/c/${id}`, { from });
  // The customer's own attempt counts towards the checkout, too.
  expect([read.status, read.headers.get("x-ratelimit-remaining")]).toEqual([200, "118"]);
  const other = await ask(`/c/${await newCheckout()}/verify`, { from, method: "POST", json: {} });
  expectFailure(other, "VALIDATION_ERROR");
});

test("addresses of one IPv6 network are one client, those of another are not", async () => {
  const key = "nobody's";
  for (let host = 1; host <= 30; host++) await ask("/v1/checkouts", { from: `2001:db8:1:2::${host}`, key });
  expectRefusal(await ask("/v1/checkouts", { from: "2001:db8:1:2:ffff::1", key }), "failed-keys", 30);
  expectFailure(await ask("/v1/checkouts", { from: "2001:db8:1:3::1", key }), "PROJECT_NOT_FOUND");
});

for (const path of ["/", "/docs", "/dashboard/sign-in", "/llms.txt", "/nowhere"])
  test(`${path} is limited under any Accept`, async () => {
    const from = newClient();
    const limit = path.startsWith("/dashboard") ? 48 : 8;
    const forms = ["text/html", "*/*", "application/json", "image/webp"];
    const send = (accept: string) =>
      transmit(demo.baseUrl, { target: path, headers: { accept, "x-forwarded-for": from } });
    const sent = Array.from({ length: limit }, (_, at) => send(forms[at % forms.length] ?? "*/*"));
    for (const { status } of await Promise.all(sent)) expect(status).not.toBe(429);
    for (const accept of forms) {
      const refused = await send(accept);
      expect([accept, refused.status]).toEqual([accept, 429]);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      const type = accept === "text/html" ? "text/html" : "application/json";
      expect(refused.headers.get("content-type")).toContain(type);
    }
    const file = { target: "/checkout.js", headers: { "x-forwarded-for": from } };
    expect((await transmit(demo.baseUrl, file)).status).toBe(200);
  });

test("the API's description is limited, at both forms of its address", async () => {
  const from = newClient();
  for (const target of ["/openapi.json", "/api/openapi.json"])
    expect(statuses(await times(150, () => ask(target, { from })))).toEqual({ 200: 150 });
  for (const target of ["/openapi.json", "/api/openapi.json"])
    expectRefusal(await ask(target, { from }), "client", 300);
});

test("what a browser asks before it sends a key is limited with what anyone may ask", async () => {
  const from = newClient();
  const headers = { "x-forwarded-for": from, origin: "https://shop.example" };
  const target = listOf(demo);
  const preflight = () => transmit(demo.baseUrl, { target, method: "OPTIONS", headers });
  const answers = await Promise.all(Array.from({ length: 300 }, preflight));
  for (const { status } of answers) expect(status).toBe(204);
  expect((await preflight()).status).toBe(429);
  expectRefusal(await ask("/public/fiat-currencies", { from }), "client", 300);
});

test("a dashboard action of a visitor who is not signed in is limited with what anyone may ask", async () => {
  const from = newClient();
  const headers = { "x-forwarded-for": from, origin: demo.baseUrl, "content-length": "0" };
  const target = "/api/dashboard/account/nothing";
  const act = () => transmit(demo.baseUrl, { target, method: "POST", headers });
  const answers = await Promise.all(Array.from({ length: 300 }, act));
  for (const { status } of answers) expect(status).toBe(401);
  expect((await act()).status).toBe(429);
});

test("readiness is never refused, and a stranger learns only ready or not", async () => {
  const from = newClient();
  const answers = await times(400, () => ask("/readyz", { from }));
  expect(statuses(answers)).toEqual({ 200: 400 });
  for (const { body } of answers) expect(body).toEqual({ ok: true, data: { ready: true } });
});

test("HEAD counts as GET does; what no operation answers counts nowhere", async () => {
  const from = newClient();
  const id = await newCheckout();
  const send = (target: string, method: string) =>
    exchange(demo.baseUrl, { target, method, headers: { "x-forwarded-for": from } });
  const head = await send(`/c/${id}`, "HEAD");
  expect(head.status).toBe(200);
  expect(head.headers.get("ratelimit")).toMatch(/^"client";r=299;t=6[01], "checkout";r=119;t=60$/);
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
  expect((await ask(`/c/${id}`, { from })).headers.get("ratelimit")).toContain('"client";r=298;');
});

test("a restart changes nothing, and without a proxy no header makes a client another one", async () => {
  test.setTimeout(240_000);
  for (;;) {
    const project = await projects.make();
    const usedUpAt = Date.now();
    expect(statuses(await times(100, () => ask(listOf(project), { key: project.apiKey })))).toEqual({
      200: 100,
    });
    await stack.server().stop();
    await stack.startServer({ TRUST_PROXY_HOPS: "0" });
    const next = await ask(listOf(project), { key: project.apiKey });
    // A start that takes a busy machine longer than a request counts has nothing to show.
    if (next.status === 200 && next.cameAt - usedUpAt >= 60_000) continue;
    expectRefusal(next, "project", 100);
    break;
  }

  const forged = (number: number) => ({
    "x-forwarded-for": `198.51.100.${number}`,
    "x-real-ip": `198.51.100.${number}`,
    forwarded: `for=198.51.100.${number}`,
    "x-client-address": `198.51.100.${number}`,
  });
  for (let number = 1; number <= 30; number++)
    expectFailure(await ask("/v1/checkouts", { key: "x", headers: forged(number) }), "PROJECT_NOT_FOUND");
  expectRefusal(await ask("/v1/checkouts", { key: "x", headers: forged(31) }), "failed-keys", 30);
});
