import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { OperationId } from "@/lib/api/operation-list";
import { operations } from "@/lib/api/operation-list";
import type { Operation } from "@/lib/api/operations/operation";
import type { DemoManifest } from "@/lib/demo/identity";
import type { KeyKind } from "@/lib/platform/acts";
import type { PaymentRequired } from "@/lib/signed/x402/x402.schema";
import { fromHeaderText, signOffer, signPayment, toHeaderText } from "@/lib/testing/signed-payment";
import { call, createCheckout, getCheckout, getPublic, untilStatus } from "./api";
import { chainOf, pay, tokenOf, untilMined } from "./chain";
import { endTime, makeShop } from "./checkout-states";
import { unknownId } from "./contract";
import { claimToken, paidByMerchant, unknownToken } from "./refund-links";
import { customer } from "./refunds";
import { withDatabase } from "./stack";

/** A request to an operation, not yet bound to a form of the base address. */
export type OperationRequest = {
  /** Beginning with the specification's own path. */
  target: string;
  headers: Record<string, string>;
  json?: unknown;
};

/** Every operation, for tests that hold for each. */
export const everyOperation: readonly (Operation & { operationId: OperationId })[] =
  Object.values(operations);

/** The key that an operation takes, if it takes one. */
export function keyHeaders(demo: DemoManifest, kind: KeyKind): Record<string, string> {
  switch (kind) {
    case "server":
      return { "x-api-key": demo.serverKey };
    case "project":
    case "sdk":
      return { "x-api-key": demo.apiKey };
    case "none":
      return {};
    default:
      return kind satisfies never;
  }
}

/** The operation's path with the first project's id, and with this id or this refund's link. */
export function pathOf(
  demo: DemoManifest,
  { path }: Pick<Operation, "path">,
  id = unknownId,
  token = unknownToken,
): string {
  return path
    .replace("{projectId}", demo.projectId)
    .replace("{token}", encodeURIComponent(token))
    .replace(/\{\w+\}/, encodeURIComponent(id));
}

/** A request's preconditions: what its path names in the right state, and a valid body. */
type Preparation = { id?: string; token?: string; json?: unknown; headers?: Record<string, string> };

const preparations: Record<OperationId, (demo: DemoManifest) => Promise<Preparation>> = {
  createCheckout: async () => ({ json: { amount: "1000000" } }),
  createProjectCheckout: async () => ({ json: { amount: "1000000" } }),
  listCheckouts: async () => ({}),
  listProjectCheckouts: async () => ({}),
  getCheckout: openCheckout,
  cancelCheckout: openCheckout,
  redeemCheckout: openCheckout,
  acceptPayment: async (demo) => {
    const { id, depositAddress } = await createCheckout(demo, { amount: "2000000", ...usdc(demo) });
    await pay(demo, String(depositAddress), 1_000_000n);
    await expect.poll(async () => (await getCheckout(demo, id)).totalPaid).toBe("1000000");
    return { id, json: {} };
  },
  getPublicCheckout: openCheckout,
  followCheckout: openCheckout,
  getSdkCheckout: openCheckout,
  selectToken: async (demo) => ({ ...(await openCheckout(demo)), json: usdc(demo) }),
  requoteCheckout: async (demo) => {
    const shop = await makeShop(demo, { requoteExpired: true });
    const { id } = await createCheckout(shop, { fiatAmount: "1", fiatCurrency: "USD", ...usdc(demo) });
    await endTime(demo, [id]);
    await untilStatus(shop, id, "EXPIRED");
    return { id };
  },
  findPayments: async (demo) => ({ ...(await openCheckout(demo)), json: { sender: customer } }),
  readWalletBalances: async (demo) => ({
    ...(await openCheckout(demo)),
    json: { wallet: demo.payer.address },
  }),
  verifyPayment: async (demo) => {
    const { id } = await createCheckout(demo, { amount: "1000000", ...usdc(demo) });
    return { id, json: { txHash: `0x${"ab".repeat(32)}`, chainId: chainOf(demo).chainId } };
  },
  authorizePayment: async (demo) => {
    const { id } = await createCheckout(demo, { amount: "1000000", ...usdc(demo) });
    // A wallet of its own: one may have only so many on their way.
    const key = generatePrivateKey();
    await untilMined(demo, await pay(demo, privateKeyToAccount(key).address, 1_000_000n));
    return { id, json: await signPayment(await getPublic(demo, id), key) };
  },
  getPaymentOffer: signedCheckout,
  payCheckout: signedCheckout,
  requestExcess: async (demo) => {
    const amount = 1_000_000n;
    const { id, depositAddress } = await createCheckout(demo, { amount: String(amount), ...usdc(demo) });
    await pay(demo, String(depositAddress), 2n * amount);
    await untilStatus(demo, id, "SETTLED");
    return { id, json: {} };
  },
  mailReceipt: async (demo) => ({
    id: await pay100(demo),
    // One address gets few receipts a day.
    json: { email: `${randomUUID()}@example.com`, language: "de" },
  }),
  createRefund: async (demo) => ({
    id: await refundableCheckout(demo),
    json: { amount: "1", reason: "Changed their mind" },
  }),
  listProjectRefunds: async () => ({}),
  getRefund: async (demo) => ({ id: await newRefund(demo) }),
  cancelRefund: async (demo) => ({ id: await newRefund(demo) }),
  createPaymentLink: async () => ({ json: { itemName: "Coffee", amount: "1000000" } }),
  listPaymentLinks: async () => ({}),
  getPaymentLink: async (demo) => ({ id: await newLink(demo) }),
  updatePaymentLink: async (demo) => ({ id: await newLink(demo), json: { itemName: "Tea" } }),
  endPaymentLink: async (demo) => ({ id: await newLink(demo) }),
  listSettlements: async () => ({}),
  getSettlement: async (demo) => {
    await pay100(demo);
    return { id: await firstOf(demo, "/v1/settlements") };
  },
  getBalances: async () => ({}),
  listStrays: async (demo) => {
    await strayCheckout(demo);
    return {};
  },
  decideStray: async (demo) => ({ json: { ...(await strayCheckout(demo)), decision: "return" } }),
  createWebhookEndpoint: async (demo) => {
    await makeRoom(demo);
    return { json: { url: `${hookUrl}/new` } };
  },
  listWebhookEndpoints: async () => ({}),
  getWebhookEndpoint: async (demo) => ({ id: await anEndpoint(demo) }),
  updateWebhookEndpoint: async (demo) => ({
    id: await anEndpoint(demo),
    json: { kinds: ["checkout.reverted"], description: "Till" },
  }),
  disableWebhookEndpoint: async (demo) => ({ id: await newEndpoint(demo) }),
  enableWebhookEndpoint: async (demo) => ({ id: await anEndpoint(demo) }),
  rotateWebhookSecret: async (demo) => ({ id: await anEndpoint(demo), json: { overlap: true } }),
  testWebhookEndpoint: async (demo) => ({ id: await anEndpoint(demo) }),
  listWebhookDeliveries: async (demo) => ({ id: await testedEndpoint(demo) }),
  getWebhookDelivery: async (demo) => ({ id: await aDelivery(demo) }),
  resendWebhookDelivery: async (demo) => ({ id: await aDelivery(demo) }),
  listEvents: async () => ({}),
  getEvent: async (demo) => ({ id: await firstOf(demo, "/v1/events") }),
  listRefunds: async (demo) => ({ id: await refundedCheckout(demo) }),
  getRefundLink: async (demo) => ({ token: await claimToken(demo, await paidCheckout(demo)) }),
  claimRefund: async (demo) => ({
    token: await claimToken(demo, await paidCheckout(demo)),
    json: { destinationAddress: customer },
  }),
  submitRefundTransaction: async (demo) => {
    const { token, txHash } = await paidByMerchant(demo, await paidCheckout(demo));
    return { token, json: { txHash } };
  },
  listFiatCurrencies: async () => ({}),
  getExchangeRates: async () => ({}),
  getProjectExchangeRates: async () => ({}),
  getSdkProject: async () => ({}),
};

/** A request that succeeds, with its preconditions prepared. */
export async function goodRequest(
  demo: DemoManifest,
  operation: Pick<Operation, "path" | "keyKind"> & { operationId: OperationId },
): Promise<OperationRequest> {
  const { id, token, json, headers } = await preparations[operation.operationId](demo);
  return {
    target: pathOf(demo, operation, id, token),
    headers: { ...keyHeaders(demo, operation.keyKind), ...headers },
    ...(json === undefined ? {} : { json }),
  };
}

async function openCheckout(demo: DemoManifest): Promise<Preparation> {
  return { id: (await createCheckout(demo, { amount: "1000000" })).id };
}

/** A checkout with what software signed for its offer. */
async function signedCheckout(demo: DemoManifest): Promise<Preparation> {
  const { id } = await createCheckout(demo, { amount: "1000000", ...usdc(demo) });
  const key = generatePrivateKey();
  await untilMined(demo, await pay(demo, privateKeyToAccount(key).address, 1_000_000n));
  const offer = await fetch(`${demo.baseUrl}/c/${id}/x402`);
  const { accepts } = fromHeaderText<PaymentRequired>(offer.headers.get("payment-required"));
  const [entry] = accepts;
  if (entry === undefined) throw new Error("nothing is offered");
  const { serverTime } = await getPublic(demo, id);
  const payment = await signOffer(entry, key, Math.floor(Date.parse(serverTime) / 1_000));
  return { id, headers: { "payment-signature": toHeaderText(payment) } };
}

function usdc(demo: DemoManifest) {
  const chain = chainOf(demo);
  return { chainId: chain.chainId, tokenAddress: tokenOf(chain) };
}

/** A settled checkout with enough for as many refunds of a unit as any test likes. */
async function pay100(demo: DemoManifest): Promise<string> {
  const amount = 100_000_000n;
  const { id, depositAddress } = await createCheckout(demo, { amount: String(amount), ...usdc(demo) });
  await pay(demo, String(depositAddress), amount);
  await untilStatus(demo, id, "SETTLED");
  return id;
}

let refundable: Promise<string> | undefined;

/**
 * One for all requests of refunds: at random, one may take all that is left. It holds too little to use up the day's
 * limit, beyond which refunds wait for an approval.
 */
function refundableCheckout(demo: DemoManifest): Promise<string> {
  refundable ??= pay100(demo);
  return refundable;
}

let paid: Promise<string> | undefined;

/** One for all that a refund is made ready for. */
function paidCheckout(demo: DemoManifest): Promise<string> {
  paid ??= pay100(demo);
  return paid;
}

let refunded: Promise<string> | undefined;

/** The same with a refund, for a list shows what it holds only when there is something. */
function refundedCheckout(demo: DemoManifest): Promise<string> {
  refunded ??= (async () => {
    const id = await paidCheckout(demo);
    await newRefund(demo, id);
    return id;
  })();
  return refunded;
}

/** A refund of a unit that waits for an address. */
async function newRefund(demo: DemoManifest, checkoutId?: string): Promise<string> {
  return create(demo, pathOf(demo, operations.createRefund, checkoutId ?? (await paidCheckout(demo))), {
    amount: "1",
  });
}

function newLink(demo: DemoManifest): Promise<string> {
  return create(demo, "/v1/payment-links", { itemName: "Coffee", amount: "1000000" });
}

/** Creates something with the server key. @returns its id */
async function create(demo: DemoManifest, path: string, json: object): Promise<string> {
  return (await post<{ id: string }>(demo, path, json)).id;
}

/** The id of the newest entry of a list. */
async function firstOf(demo: DemoManifest, list: string): Promise<string> {
  const { serverKey, baseUrl } = demo;
  const answer = await call<{ id: string }[]>(`${baseUrl}${list}`, { headers: { "x-api-key": serverKey } });
  const [first] = answer.body.ok ? answer.body.data : [];
  if (first === undefined) throw new Error(`${list} is empty: ${JSON.stringify(answer.body)}`);
  return first.id;
}

/** A checkout in one token that received another. */
async function strayCheckout(demo: DemoManifest) {
  const { chainId } = chainOf(demo);
  const { id, depositAddress } = await createCheckout(demo, { amount: "1000000", ...usdc(demo) });
  await untilMined(demo, await pay(demo, String(depositAddress), 1_000_000n, { symbol: "USDT" }));
  await call(`${demo.baseUrl}/v1/checkouts/${id}/cancel`, {
    method: "POST",
    headers: { "x-api-key": demo.serverKey },
  });
  await expect
    .poll(async () => (await getCheckout(demo, id)).transfers.map(({ status }) => status))
    .toEqual(["final"]);
  return { checkoutId: id, chainId, tokenAddress: tokenOf(chainOf(demo), "USDT") };
}

/** Nothing listens there. */
const hookUrl = "http://127.0.0.1:9/hook";

/** A project can have few endpoints: new ones of earlier requests are removed. */
async function makeRoom(demo: DemoManifest): Promise<void> {
  await withDatabase(({ prisma }) =>
    prisma.webhookEndpoint.updateMany({
      where: { projectId: demo.projectId, url: `${hookUrl}/new` },
      data: { deletedAt: new Date(), disabledAt: new Date() },
    }),
  );
}

/** Of its own address: it stays when other requests make room. */
function newEndpoint(demo: DemoManifest): Promise<string> {
  return create(demo, "/v1/webhook-endpoints", { url: `${hookUrl}/own` });
}

let endpoint: Promise<string> | undefined;

/** One for all requests that leave it enabled. */
function anEndpoint(demo: DemoManifest): Promise<string> {
  endpoint ??= create(demo, "/v1/webhook-endpoints", { url: hookUrl, kinds: ["checkout.reverted"] });
  return endpoint;
}

async function testedEndpoint(demo: DemoManifest): Promise<string> {
  await aDelivery(demo);
  return anEndpoint(demo);
}

let delivery: Promise<string> | undefined;

/** One for all requests: an endpoint takes few tests a minute. */
function aDelivery(demo: DemoManifest): Promise<string> {
  delivery ??= (async () => {
    const path = `/v1/webhook-endpoints/${await anEndpoint(demo)}/test`;
    return (await post<{ deliveryId: string }>(demo, path)).deliveryId;
  })();
  return delivery;
}

async function post<T>(demo: DemoManifest, path: string, json?: object): Promise<T> {
  const headers = { "x-api-key": demo.serverKey };
  const answer = await call<T>(`${demo.baseUrl}${path}`, { method: "POST", headers, json });
  if (!answer.body.ok) throw new Error(`POST ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}
