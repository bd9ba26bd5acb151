import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  CheckoutApiError,
  type CheckoutClientOptions,
  CheckoutConnectionError,
  createCheckoutClient,
} from "./checkout-client";
import {
  checkoutId,
  created,
  exampleAnswer,
  fiat,
  type Reply,
  refused,
  type ScriptedService,
  serverKey,
  startScriptedService,
} from "./scripted-service.fixture";

let service: ScriptedService;
let waits: number[];

beforeEach(async () => {
  waits = [];
  service = await startScriptedService();
});

afterEach(() => service.stop());

function client(options: Partial<CheckoutClientOptions> = {}) {
  const sleep = async (ms: number) => {
    waits.push(ms);
  };
  return createCheckoutClient({ baseUrl: service.baseUrl, serverKey, sleep, ...options });
}

describe("a refusal", () => {
  test("throws an error with code, status, field and request id, without a retry", async () => {
    service.replyWith(refused("VALIDATION_ERROR", 400));
    const error = await client()
      .createCheckout(fiat)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CheckoutApiError);
    expect(error).toMatchObject({
      code: "VALIDATION_ERROR",
      status: 400,
      param: "fiatAmount",
      details: [{ param: "fiatAmount" }],
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(service.seen).toHaveLength(1);
  });

  test("never contains the server key", async () => {
    service.replyWith(refused("PROJECT_NOT_FOUND", 404));
    const error = await client()
      .getCheckout(checkoutId)
      .catch((thrown: unknown) => thrown);
    expect(JSON.stringify(error) + String(error)).not.toContain(serverKey);
  });
});

describe("a retryable failure", () => {
  test.each<[string, Reply]>([
    ["no answer", "hang up"],
    ["429", refused("RATE_LIMIT_EXCEEDED", 429)],
    ["500", refused("INTERNAL_ERROR", 500)],
    ["503", refused("EXCHANGE_RATE_UNAVAILABLE", 503)],
    ["a proxy's page", { status: 502, body: "<html>Bad Gateway</html>" }],
    ["an earlier attempt still being answered", refused("IDEMPOTENCY_KEY_IN_USE", 409)],
  ])("is retried with the same key: %s", async (_, reply) => {
    service.replyWith(reply, reply, created());
    expect(await client().createCheckout(fiat)).toMatchObject({ status: "PENDING" });
    expect(service.seen).toHaveLength(3);
    expect(new Set(service.seen.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    expect(new Set(service.seen.map(({ body }) => body)).size).toBe(1);
    expect(waits).toHaveLength(2);
  });

  test("waits as long as Retry-After says", async () => {
    service.replyWith(refused("RATE_LIMIT_EXCEEDED", 429, { "retry-after": "7" }), created());
    await client().createCheckout(fiat);
    expect(waits).toEqual([7_000]);
  });

  test("waits until the date that a proxy's Retry-After names", async () => {
    const date = new Date(Date.now() + 8_000).toUTCString();
    service.replyWith(refused("INTERNAL_ERROR", 503, { "retry-after": date }), created());
    await client().createCheckout(fiat);
    expect(waits[0]).toBeGreaterThan(0);
    expect(waits[0]).toBeLessThanOrEqual(8_000);
  });

  test("isn't retried when the wait is too long", async () => {
    service.replyWith(refused("RATE_LIMIT_EXCEEDED", 429, { "retry-after": "11" }), created());
    await expect(client().createCheckout(fiat)).rejects.toMatchObject({ code: "RATE_LIMIT_EXCEEDED" });
    expect(service.seen).toHaveLength(1);
  });

  test("fails after the last retry, with growing waits between", async () => {
    service.replyWith(refused("INTERNAL_ERROR", 500));
    await expect(client().createCheckout(fiat)).rejects.toMatchObject({ status: 500 });
    expect(service.seen).toHaveLength(4);
    expect(waits).toHaveLength(3);
    for (const [index, base] of [500, 1_000, 2_000].entries()) {
      expect(waits[index]).toBeGreaterThanOrEqual(base * 0.75);
      expect(waits[index]).toBeLessThanOrEqual(base * 1.25);
    }
  });

  test("ends as a connection error when no answer ever arrives", async () => {
    service.replyWith("hang up");
    await expect(client({ maxRetries: 1 }).getCheckout(checkoutId)).rejects.toBeInstanceOf(
      CheckoutConnectionError,
    );
    expect(service.seen.length).toBeGreaterThanOrEqual(2);
  });
});

test("two calls have keys of their own", async () => {
  service.replyWith(created());
  await client().createCheckout(fiat);
  await client().createCheckout(fiat);
  expect(new Set(service.seen.map(({ headers }) => headers["idempotency-key"])).size).toBe(2);
});

test("follows no redirect: the key is for the service only", async () => {
  service.replyWith({ status: 302, body: {}, headers: { location: `${service.baseUrl}/elsewhere` } });
  await expect(client().getCheckout(checkoutId)).rejects.toThrow("HTTP 302");
  expect(service.seen.map(({ url }) => url)).toEqual([`/v1/checkouts/${checkoutId}`]);
});

test("rejects a success that isn't the service's", async () => {
  service.replyWith({ status: 200, body: "<html>Welcome</html>" });
  await expect(client().getCheckout(checkoutId)).rejects.toBeInstanceOf(CheckoutConnectionError);
  expect(service.seen).toHaveLength(1);
});

test("ends an attempt that gets no answer in time, and tries again", async () => {
  service.replyWith("hang");
  await expect(client({ timeoutMs: 50, maxRetries: 1 }).createCheckout(fiat)).rejects.toBeInstanceOf(
    CheckoutConnectionError,
  );
  expect(waits).toHaveLength(1);
});

describe("a caller's signal", () => {
  const reason = new Error("the customer left");

  test("ends a request on its way, with the signal's reason and no retry", async () => {
    const ender = new AbortController();
    const hanging = client({
      fetch: (input, init) => {
        queueMicrotask(() => ender.abort(reason));
        return fetch(input, init);
      },
    });
    service.replyWith("hang");
    await expect(hanging.createCheckout(fiat, { signal: ender.signal })).rejects.toBe(reason);
    expect(waits).toEqual([]);
  });

  test("ends the wait before a retry", async () => {
    const ender = new AbortController();
    service.replyWith(refused("RATE_LIMIT_EXCEEDED", 429, { "retry-after": "9" }), created());
    const { baseUrl } = service;
    const waiting = createCheckoutClient({
      baseUrl,
      serverKey,
      fetch: async (input, init) => {
        const answer = await fetch(input, init);
        setTimeout(() => ender.abort(reason), 20);
        return answer;
      },
    });
    const startedAt = performance.now();
    await expect(waiting.getBalances({ signal: ender.signal })).rejects.toBe(reason);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(service.seen).toHaveLength(1);
  });

  test("sends nothing if it was aborted before", async () => {
    await expect(client().getBalances({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(service.seen).toEqual([]);
  });
});

describe("for await", () => {
  const events = exampleAnswer("/v1/events", "get", 200).body as { data: { id: string }[] };
  const page = (ids: readonly string[], pagination: object): Reply => ({
    status: 200,
    body: { ok: true, data: ids.map((id) => ({ ...events.data[0], id })), pagination },
  });

  async function idsOf(list: AsyncIterable<{ id: string }>): Promise<string[]> {
    const ids: string[] = [];
    for await (const { id } of list) ids.push(id);
    return ids;
  }

  const urls = () => service.seen.map(({ url }) => url);

  test("walks through all pages with the same filters, empty ones too", async () => {
    service.replyWith(
      page(["evt_4", "evt_3"], { take: 2, next: "a", previous: "z" }),
      page([], { take: 2, next: "b", previous: "y" }),
      page(["evt_2"], { take: 2, next: null, previous: "x" }),
    );
    const list = client().listEvents({ take: 2, kind: "checkout.paid", before: "w" });
    expect(await idsOf(list)).toEqual(["evt_4", "evt_3", "evt_2"]);
    expect(urls()).toEqual([
      "/v1/events?take=2&kind=checkout.paid&before=w",
      "/v1/events?take=2&kind=checkout.paid&after=a",
      "/v1/events?take=2&kind=checkout.paid&after=b",
    ]);
  });

  test("requests a page only when its entries are needed", async () => {
    service.replyWith(page(["evt_2", "evt_1"], { take: 2, next: "a", previous: null }));
    for await (const { id } of client().listEvents()) if (id === "evt_2") break;
    expect(urls()).toEqual(["/v1/events"]);
  });

  test("goes on by cursor after a list that began with skip", async () => {
    service.replyWith(
      page(["chk_2"], { total: 3, take: 1, skip: 1, next: "a" }),
      page(["chk_1"], { total: 3, take: 1, skip: 0, next: null }),
    );
    expect(await idsOf(client().listCheckouts({ take: 1, skip: 1 }))).toEqual(["chk_2", "chk_1"]);
    expect(urls()).toEqual(["/v1/checkouts?take=1&skip=1", "/v1/checkouts?take=1&after=a"]);
  });

  test("counts where a list has no cursor", async () => {
    service.replyWith(
      page(["rfd_3", "rfd_2"], { total: 3, take: 2, skip: 0 }),
      page(["rfd_1"], { total: 3, take: 2, skip: 2 }),
    );
    expect(await idsOf(client().listRefunds(checkoutId, { take: 2 }))).toEqual(["rfd_3", "rfd_2", "rfd_1"]);
    expect(urls().map((url) => url.split("?")[1])).toEqual(["take=2", "take=2&skip=2"]);
  });

  test("throws the error of a later page", async () => {
    service.replyWith(
      page(["evt_2"], { take: 1, next: "a", previous: null }),
      refused("VALIDATION_ERROR", 400),
    );
    await expect(idsOf(client().listEvents())).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  });

  test("rejects an id that would change the path", async () => {
    await expect(idsOf(client().listWebhookDeliveries("../x"))).rejects.toThrow(TypeError);
    expect(service.seen).toEqual([]);
  });
});
