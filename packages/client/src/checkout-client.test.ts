import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { operations } from "@/lib/api/operation-list";
import type { Operation } from "@/lib/api/operations/operation";
import { createApiKeyClient } from "./api-key-client";
import { createCheckoutClient } from "./checkout-client";
import {
  checkoutId,
  created,
  exampleAnswer,
  fiat,
  type ScriptedService,
  serverKey,
  startScriptedService,
} from "./scripted-service.fixture";

const all: readonly Operation[] = Object.values(operations);
const serverOperations = all.filter(({ keyKind }) => keyKind === "server");
const apiKeyOperations = all.filter(({ keyKind }) => keyKind === "project" || keyKind === "sdk");

let service: ScriptedService;

beforeEach(async () => {
  service = await startScriptedService();
});

afterEach(() => service.stop());

const client = () => createCheckoutClient({ baseUrl: service.baseUrl, serverKey });

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
    redeemCheckout: [`${one}/redeem`, (api) => api.redeemCheckout(checkoutId)],
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
    const reply = exampleAnswer(path, method === "GET" ? "get" : "post", status);
    service.replyWith(reply);
    const { ok: _, ...answer } = reply.body as { ok: true; data: unknown; pagination?: unknown };
    expect(await run(client())).toEqual("pagination" in answer ? answer : answer.data);
    expect(service.seen).toHaveLength(1);
    expect(service.seen[0]).toMatchObject({ method, url, headers: { "x-api-key": serverKey } });
    expect(service.seen[0]?.headers["idempotency-key"] !== undefined).toBe(method === "POST");
  });

  test("sends its input, under a base address of either form", async () => {
    service.replyWith(created());
    await createCheckoutClient({ baseUrl: `${service.baseUrl}/api/`, serverKey }).createCheckout(fiat, {
      idempotencyKey: "order-1",
    });
    expect(service.seen[0]?.url).toBe("/api/v1/checkouts");
    expect(service.seen[0]?.headers).toMatchObject({
      "content-type": "application/json",
      "idempotency-key": "order-1",
    });
    expect(JSON.parse(service.seen[0]?.body ?? "")).toEqual(fiat);
  });

  test.each(["..", "chk_1/cancel", "chk_1?x", ""])("does not make %j a path", async (id) => {
    await expect(client().getCheckout(id)).rejects.toThrow(TypeError);
    expect(service.seen).toEqual([]);
  });
});

describe("every operation of an API key", () => {
  const apiKey = "svc_sk_test";
  const keyClient = () => createApiKeyClient({ baseUrl: service.baseUrl, apiKey, projectId: "prj_1" });
  const list = "/dashboard/projects/prj_1/checkouts";
  const calls: Record<string, [url: string, run: (api: ReturnType<typeof keyClient>) => Promise<unknown>]> = {
    createProjectCheckout: [list, (api) => api.createProjectCheckout(fiat)],
    listProjectCheckouts: [`${list}?take=5`, (api) => api.listProjectCheckouts({ take: 5 })],
    getProjectExchangeRates: [
      `${list}/exchange-rate?fiatCurrency=KRW`,
      (api) => api.getProjectExchangeRates({ fiatCurrency: "KRW" }),
    ],
    getSdkProject: ["/sdk/project", (api) => api.getSdkProject()],
    getSdkCheckout: [`/sdk/checkouts/${checkoutId}`, (api) => api.getSdkCheckout(checkoutId)],
  };

  test("has its method", () => {
    const ids = apiKeyOperations.map(({ operationId }) => operationId);
    expect(Object.keys(keyClient()).toSorted()).toEqual(ids.toSorted());
  });

  test.each(apiKeyOperations)("$operationId is sent and read as documented", async (operation) => {
    const { operationId, path, method, status } = operation;
    const [url, run] = calls[operationId] ?? ["not called", async () => undefined];
    const reply = exampleAnswer(path, method === "GET" ? "get" : "post", status);
    service.replyWith(reply);
    const { ok: _, ...answer } = reply.body as { ok: true; data: unknown; pagination?: unknown };
    expect(await run(keyClient())).toEqual("pagination" in answer ? answer : answer.data);
    expect(service.seen).toHaveLength(1);
    expect(service.seen[0]).toMatchObject({ method, url, headers: { "x-api-key": apiKey } });
  });
});

describe("a client refuses at once", () => {
  test.each([
    ["a missing server key", () => createCheckoutClient({ baseUrl: "https://a.b", serverKey: String() })],
    [
      "an API key as server key",
      () => createCheckoutClient({ baseUrl: "https://a.b", serverKey: "svc_sk_1" }),
    ],
    [
      "a server key as API key, which a page would show to everyone",
      () => createApiKeyClient({ baseUrl: "https://a.b", apiKey: serverKey, projectId: "prj_1" }),
    ],
    ["a base address without a scheme", () => createCheckoutClient({ baseUrl: "a.b", serverKey })],
  ])("%s", (_, create) => {
    expect(create).toThrow(TypeError);
  });
});
