import { beforeEach, expect, test } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { serveRoutes, wireRoutes } from "@/lib/testing/service";
import { testNetwork, testWorld } from "@/lib/testing/world";
import { convenient } from "@/lib/testing/world/refunding";
import {
  CheckoutApiError,
  type CheckoutClientOptions,
  CheckoutConnectionError,
  createCheckoutClient,
} from "@/packages/client/src/checkout-client";

// The packed client against the service's route files, on a real database and a real chain.

const perMinute = 20;
const network = await testNetwork();
const world = testWorld([network], { project: convenient });
const service = await serveRoutes();
let serverKey: string;

beforeEach(async () => {
  wireRoutes(world, { RATE_LIMIT_SERVER_PER_MINUTE: String(perMinute) });
  const terms = { projectId: world.project.id, kind: "server", scope: "all", at: new Date() } as const;
  serverKey = (await world.stores.admin.createApiKey(terms)).key;
});

const client = (options: Partial<CheckoutClientOptions> = {}) =>
  createCheckoutClient({ baseUrl: service.baseUrl, serverKey, ...options });
const coffee = () => ({
  fiatAmount: "4.50",
  fiatCurrency: "USD",
  chainId: network.chain.chainId,
  tokenAddress: network.usdc,
});
/** The refusal. @throws Error when the call succeeds */
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => {
      throw new Error("the call succeeded");
    },
    (error: unknown) => error,
  );

test("creates a checkout, and reads it as the service stores it", async () => {
  const created = await client().createCheckout({ ...coffee(), referenceId: "order-1" });
  expect(created).toMatchObject({ status: "PENDING", amount: "4500000", referenceId: "order-1" });
  const { depositAddress } = await world.find(created);
  expect(created.depositAddress?.toLowerCase()).toBe(depositAddress);
  expect(await client().getCheckout(created.id)).toMatchObject(created);
});

test("walks through a list of three pages, newest first", async () => {
  const ids: string[] = [];
  for (let at = 0; at < 5; at++) ids.unshift((await client().createCheckout(coffee())).id);
  const walked: string[] = [];
  for await (const { id } of client().listCheckouts({ take: 2 })) walked.push(id);
  expect(walked).toEqual(ids);
  const { data, pagination } = await client().listCheckouts({ take: 2 });
  expect(data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  expect(pagination).toMatchObject({ total: 5, take: 2, next: expect.any(String) });
});

test("cancels a checkout once, and names the error of the second time", async () => {
  const { id } = await client().createCheckout(coffee());
  expect(await client().cancelCheckout(id)).toEqual({ id, status: "CANCELLED" });
  expect(await world.status({ id })).toBe("CANCELLED");
  const error = await refusal(client().cancelCheckout(id));
  expect(error).toBeInstanceOf(CheckoutApiError);
  expect(error).toMatchObject({ status: 409, code: expect.stringMatching(/^[A-Z_]+$/) });
});

test("requests a refund of a payment, lists it and cancels it", async () => {
  const { id } = await client().createCheckout(coffee());
  await world.pay(await world.find({ id } as Checkout));
  const refund = await client().createRefund(id, { amount: "1500000" });
  expect(refund).toMatchObject({ checkoutId: id, amount: "1500000", status: "AWAITING_ADDRESS" });
  const listed: string[] = [];
  for await (const one of client().listRefunds(id)) listed.push(one.id);
  expect(listed).toEqual([refund.id]);
  expect(await client().cancelRefund(refund.id)).toMatchObject({ id: refund.id, status: "CANCELLED" });
  const error = await refusal(client().createRefund(id, { amount: "4500001" }));
  expect(error).toMatchObject({ code: "REFUND_AMOUNT_EXCEEDS_AVAILABLE" });
});

test("creates one checkout when the answer is lost, whether or not the caller names a key", async () => {
  const losing = () => {
    let isFirst = true;
    return async (...request: Parameters<typeof fetch>) => {
      const answer = await fetch(...request);
      if (!isFirst) return answer;
      isFirst = false;
      throw new TypeError("the connection ended");
    };
  };
  const sleep = async () => undefined;
  await client({ fetch: losing(), sleep }).createCheckout(coffee());
  expect((await client().listCheckouts()).pagination.total).toBe(1);

  const idempotencyKey = "order-2";
  const first = await client({ fetch: losing(), sleep }).createCheckout(coffee(), { idempotencyKey });
  expect((await client().createCheckout(coffee(), { idempotencyKey })).id).toBe(first.id);
  expect((await client().listCheckouts()).pagination.total).toBe(2);
  const other = { ...coffee(), fiatAmount: "5.00" };
  expect(await refusal(client().createCheckout(other, { idempotencyKey }))).toMatchObject({
    code: "IDEMPOTENCY_KEY_REUSED",
  });
});

test("throws the service's code, field and request id", async () => {
  const unknown = await refusal(client().getCheckout("chk_01kkmx5r2w7q4m9t6v3n0bhce8"));
  expect(unknown).toMatchObject({ status: 404, code: "CHECKOUT_NOT_FOUND" });
  expect(unknown).toMatchObject({ requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  const invalid = await refusal(client().createCheckout({ ...coffee(), fiatAmount: "4.505" }));
  expect(invalid).toMatchObject({ code: "VALIDATION_ERROR", param: "fiatAmount" });
  const stranger = client({ serverKey: `${serverKey.slice(0, -1)}${serverKey.endsWith("a") ? "b" : "a"}` });
  expect(await refusal(stranger.getBalances())).toMatchObject({ status: 404, code: "PROJECT_NOT_FOUND" });
  const nowhere = client({ baseUrl: "http://127.0.0.1:1", maxRetries: 0 });
  expect(await refusal(nowhere.getBalances())).toBeInstanceOf(CheckoutConnectionError);
});

test("waits for as long as Retry-After says when the limit is reached, and then gets its answer", async () => {
  const waits: number[] = [];
  /** Lets the time pass at the database, whose clock the limits use. */
  const sleep = async (ms: number) => {
    waits.push(ms);
    await world.query("UPDATE rate_limits SET slots = ARRAY(SELECT slot - $1 FROM unnest(slots) AS slot)", [
      ms,
    ]);
  };
  for (let at = 0; at < perMinute; at++) await client().getBalances();
  const impatient = await refusal(client({ sleep }).getBalances());
  expect(impatient).toMatchObject({ status: 429, code: "RATE_LIMIT_EXCEEDED" });
  expect(waits).toEqual([]);

  expect(await client({ sleep, maxWaitMs: 60_000 }).getBalances()).toEqual([]);
  expect(waits).toEqual([expect.any(Number)]);
  expect(waits[0]).toBeGreaterThan(10_000);
  expect(waits[0]).toBeLessThanOrEqual(60_000);
});
