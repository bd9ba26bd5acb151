import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openApi } from "@/lib/api/openapi/documents";
import { failureExample } from "@/lib/api/openapi/operation";
import { operations } from "@/lib/api/operation-list";
import type { Operation } from "@/lib/api/operations/operation";
import {
  CheckoutApiError,
  type CheckoutClientOptions,
  CheckoutConnectionError,
  createCheckoutClient,
} from "./checkout-client";

type Reply = { status: number; body: unknown; headers?: Record<string, string> } | "hang up";
type Seen = { method: string; url: string; headers: IncomingMessage["headers"]; body: string };

const serverKey = "svc_server_test";
const checkoutId = "chk_01kkmx5r2w7q4m9t6v3n0bhce8";
const fiat = { fiatAmount: "4.50", fiatCurrency: "USD" };

let server: Server;
let baseUrl: string;
let replies: Reply[];
let seen: Seen[];
let waits: number[];

beforeEach(async () => {
  replies = [];
  seen = [];
  waits = [];
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = "", url = "", headers } = request;
    seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    const reply = replies.length > 1 ? replies.shift() : replies[0];
    if (reply === undefined || reply === "hang up") return request.socket.destroy();
    const { status, body, headers: own } = reply;
    response.writeHead(status, { "content-type": "application/json", ...own });
    return response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

function client(options: Partial<CheckoutClientOptions> = {}) {
  const sleep = async (ms: number) => {
    waits.push(ms);
  };
  return createCheckoutClient({ baseUrl, serverKey, sleep, ...options });
}

/** What the document shows as this operation's answer. */
function shown(
  path: string,
  method: "get" | "post",
  status: number,
): Exclude<Reply, string> & { body: object } {
  const examples =
    openApi().paths[path]?.[method]?.responses[status]?.content?.["application/json"]?.examples ?? {};
  return { status, body: Object.values(examples)[0]?.value as object };
}

const refused = (code: Parameters<typeof failureExample>[0], status: number, headers = {}): Reply => ({
  status,
  body: failureExample(code).value,
  headers,
});

const all: readonly Operation[] = Object.values(operations);
const serverOperations = all.filter(({ keyKind }) => keyKind === "server");
const created = () => shown("/v1/checkouts", "post", 201);

describe("every operation of the Server API", () => {
  test("has its method", () => {
    const ids = serverOperations.map(({ operationId }) => operationId);
    expect(Object.keys(client()).toSorted()).toEqual(ids.toSorted());
  });

  const one = `/v1/checkouts/${checkoutId}`;
  const hook = "/v1/webhook-endpoints/whe_1";
  /** Where each method sends its request. */
  const calls: Record<string, [url: string, run: (api: ReturnType<typeof client>) => Promise<unknown>]> = {
    createCheckout: ["/v1/checkouts", (api) => api.createCheckout(fiat)],
    listCheckouts: ["/v1/checkouts?take=5", (api) => api.listCheckouts({ take: 5 })],
    getCheckout: [one, (api) => api.getCheckout(checkoutId)],
    cancelCheckout: [`${one}/cancel`, (api) => api.cancelCheckout(checkoutId)],
    acceptPayment: [`${one}/accept`, (api) => api.acceptPayment(checkoutId, { amount: "4000000" })],
    createRefund: [`${one}/refunds`, (api) => api.createRefund(checkoutId, { amount: "1500000" })],
    listRefunds: [`${one}/refunds`, (api) => api.listRefunds(checkoutId)],
    listProjectRefunds: ["/v1/refunds?take=1", (api) => api.listProjectRefunds({ take: 1 })],
    getRefund: ["/v1/refunds/rfd_1", (api) => api.getRefund("rfd_1")],
    cancelRefund: ["/v1/refunds/rfd_1/cancel", (api) => api.cancelRefund("rfd_1")],
    createPaymentLink: [
      "/v1/payment-links",
      (api) => api.createPaymentLink({ itemName: "Coffee", amount: "1" }),
    ],
    listPaymentLinks: ["/v1/payment-links", (api) => api.listPaymentLinks()],
    getPaymentLink: ["/v1/payment-links/lnk_1", (api) => api.getPaymentLink("lnk_1")],
    updatePaymentLink: ["/v1/payment-links/lnk_1", (api) => api.updatePaymentLink("lnk_1", { stock: null })],
    endPaymentLink: ["/v1/payment-links/lnk_1/end", (api) => api.endPaymentLink("lnk_1")],
    listSettlements: ["/v1/settlements?chainId=137", (api) => api.listSettlements({ chainId: 137 })],
    getSettlement: ["/v1/settlements/stl_1", (api) => api.getSettlement("stl_1")],
    getBalances: ["/v1/balances", (api) => api.getBalances()],
    listStrays: ["/v1/strays", (api) => api.listStrays()],
    decideStray: [
      "/v1/strays/decide",
      (api) =>
        api.decideStray({ checkoutId, chainId: 137, tokenAddress: `0x${"a".repeat(40)}`, decision: "sweep" }),
    ],
    listEvents: ["/v1/events?kind=checkout.paid", (api) => api.listEvents({ kind: "checkout.paid" })],
    getEvent: ["/v1/events/evt_1", (api) => api.getEvent("evt_1")],
    createWebhookEndpoint: [
      "/v1/webhook-endpoints",
      (api) => api.createWebhookEndpoint({ url: "https://shop.example/hook" }),
    ],
    listWebhookEndpoints: ["/v1/webhook-endpoints", (api) => api.listWebhookEndpoints()],
    getWebhookEndpoint: [hook, (api) => api.getWebhookEndpoint("whe_1")],
    updateWebhookEndpoint: [hook, (api) => api.updateWebhookEndpoint("whe_1", { description: null })],
    disableWebhookEndpoint: [`${hook}/disable`, (api) => api.disableWebhookEndpoint("whe_1")],
    enableWebhookEndpoint: [`${hook}/enable`, (api) => api.enableWebhookEndpoint("whe_1")],
    rotateWebhookSecret: [`${hook}/rotate`, (api) => api.rotateWebhookSecret("whe_1")],
    testWebhookEndpoint: [`${hook}/test`, (api) => api.testWebhookEndpoint("whe_1")],
    listWebhookDeliveries: [
      `${hook}/deliveries?status=FAILED`,
      (api) => api.listWebhookDeliveries("whe_1", { status: "FAILED" }),
    ],
    getWebhookDelivery: ["/v1/webhook-deliveries/whd_1", (api) => api.getWebhookDelivery("whd_1")],
    resendWebhookDelivery: [
      "/v1/webhook-deliveries/whd_1/resend",
      (api) => api.resendWebhookDelivery("whd_1"),
    ],
  };

  test.each(serverOperations)("$operationId is sent and read as documented", async (operation) => {
    const { operationId, path, method, status } = operation;
    const [url, run] = calls[operationId] ?? ["not called", async () => undefined];
    const reply = shown(path, method === "GET" ? "get" : "post", status);
    replies = [reply];
    const { ok: _, ...answer } = reply.body as { ok: true; data: unknown; pagination?: unknown };
    expect(await run(client())).toEqual("pagination" in answer ? answer : answer.data);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ method, url, headers: { "x-api-key": serverKey } });
    expect(seen[0]?.headers["idempotency-key"] !== undefined).toBe(method === "POST");
  });

  test("sends its input, under a base address of either form", async () => {
    replies = [created()];
    await client({ baseUrl: `${baseUrl}/api/` }).createCheckout(fiat, { idempotencyKey: "order-1" });
    expect(seen[0]?.url).toBe("/api/v1/checkouts");
    expect(seen[0]?.headers).toMatchObject({
      "content-type": "application/json",
      "idempotency-key": "order-1",
    });
    expect(JSON.parse(seen[0]?.body ?? "")).toEqual(fiat);
  });

  test.each(["..", "chk_1/cancel", "chk_1?x", ""])("does not make %j a path", async (id) => {
    await expect(client().getCheckout(id)).rejects.toThrow(TypeError);
    expect(seen).toEqual([]);
  });
});

describe("a refusal", () => {
  test("throws an error with code, status, field and request id, without a retry", async () => {
    replies = [refused("VALIDATION_ERROR", 400)];
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
    expect(seen).toHaveLength(1);
  });

  test("never contains the server key", async () => {
    replies = [refused("PROJECT_NOT_FOUND", 404)];
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
    replies = [reply, reply, created()];
    expect(await client().createCheckout(fiat)).toMatchObject({ status: "PENDING" });
    expect(seen).toHaveLength(3);
    expect(new Set(seen.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    expect(new Set(seen.map(({ body }) => body)).size).toBe(1);
    expect(waits).toHaveLength(2);
  });

  test("waits as long as Retry-After says", async () => {
    replies = [refused("RATE_LIMIT_EXCEEDED", 429, { "retry-after": "7" }), created()];
    await client().createCheckout(fiat);
    expect(waits).toEqual([7_000]);
  });

  test("isn't retried when the wait is too long", async () => {
    replies = [refused("RATE_LIMIT_EXCEEDED", 429, { "retry-after": "11" }), created()];
    await expect(client().createCheckout(fiat)).rejects.toMatchObject({ code: "RATE_LIMIT_EXCEEDED" });
    expect(seen).toHaveLength(1);
  });

  test("fails after the last retry, with growing waits between", async () => {
    replies = [refused("INTERNAL_ERROR", 500)];
    await expect(client().createCheckout(fiat)).rejects.toMatchObject({ status: 500 });
    expect(seen).toHaveLength(4);
    expect(waits).toHaveLength(3);
    for (const [index, base] of [500, 1_000, 2_000].entries()) {
      expect(waits[index]).toBeGreaterThanOrEqual(base * 0.75);
      expect(waits[index]).toBeLessThanOrEqual(base * 1.25);
    }
  });

  test("ends as a connection error when no answer ever arrives", async () => {
    replies = ["hang up"];
    await expect(client({ maxRetries: 1 }).getCheckout(checkoutId)).rejects.toBeInstanceOf(
      CheckoutConnectionError,
    );
    expect(seen.length).toBeGreaterThanOrEqual(2);
  });
});

test("two calls have keys of their own", async () => {
  replies = [created()];
  await client().createCheckout(fiat);
  await client().createCheckout(fiat);
  expect(new Set(seen.map(({ headers }) => headers["idempotency-key"])).size).toBe(2);
});

test("follows no redirect: the key is for the service only", async () => {
  replies = [{ status: 302, body: {}, headers: { location: `${baseUrl}/elsewhere` } }];
  await expect(client({ maxRetries: 0 }).getCheckout(checkoutId)).rejects.toBeInstanceOf(
    CheckoutConnectionError,
  );
  expect(seen.map(({ url }) => url)).toEqual([`/v1/checkouts/${checkoutId}`]);
});

test("rejects a success that isn't the service's", async () => {
  replies = [{ status: 200, body: "<html>Welcome</html>" }];
  await expect(client().getCheckout(checkoutId)).rejects.toBeInstanceOf(CheckoutConnectionError);
  expect(seen).toHaveLength(1);
});

test("an attempt without an end is ended", async () => {
  server.removeAllListeners("request");
  server.on("request", () => undefined);
  const error = await client({ timeoutMs: 50, maxRetries: 0 })
    .getCheckout(checkoutId)
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CheckoutConnectionError);
});
