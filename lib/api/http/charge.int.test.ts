import { privateKeyToAccount } from "viem/accounts";
import { beforeEach, describe, expect, test } from "vitest";
import { GET as getReceiptKeys } from "@/app/api/receipts/did.json/route";
import { createCheckout } from "@/lib/checkouts/create-checkout";
import { acceptPayment } from "@/lib/payments/accept-payment";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { createRefundBody } from "@/lib/refunds/refund.schema";
import { requestRefund } from "@/lib/refunds/request-refund";
import type { PaymentRequired } from "@/lib/signed/x402/x402.schema";
import { refundWallet } from "@/lib/testing/network";
import { serveRoutes, wireRoutes } from "@/lib/testing/service";
import { fromHeaderText, type SignedOffer, signOffer, toHeaderText } from "@/lib/testing/signed-payment";
import { testNetwork, testWorld } from "@/lib/testing/world";
import { convenient } from "@/lib/testing/world/refunding";
import { x402Desk } from "@/lib/testing/world/x402";
import { type Charge, type Charged, type ChargeOptions, createCharge } from "@/packages/client/src/charge";
import { ReceiptError, verifyReceipt } from "@/packages/client/src/verify-receipt";

// The packed `charge` against the service's route files, with payments that are signed here and sent to a real chain.

const network = await testNetwork();
const world = testWorld([network], { project: convenient });
const desk = x402Desk(world);
/** anvil's account 1, which sends the network's ordinary transfers as well. */
const payer: Hex = "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d";
const service = await serveRoutes();
let serverKey: string;

beforeEach(async () => {
  wireRoutes(world);
  serverKey = await keyOf(world.project.id);
});

async function keyOf(projectId: string): Promise<string> {
  const terms = { projectId, kind: "server", scope: "create", at: new Date() } as const;
  return (await world.stores.admin.createApiKey(terms)).key;
}

const forecast: Charge = { price: { fiatAmount: "0.50", fiatCurrency: "USD" }, describe: "One forecast" };
const url = "https://api.shop.example/forecast?city=Oslo";

const chargeBy = (options: Partial<ChargeOptions> = {}) =>
  createCharge({ baseUrl: service.baseUrl, serverKey, ...options });

function ask(payment?: unknown, { at = url, method = "GET", charge = forecast, by = chargeBy() } = {}) {
  const request = new Request(at, { method });
  if (payment !== undefined) request.headers.set("payment-signature", toHeaderText(payment));
  return by(request, charge);
}

const responseOf = (charged: Charged): Response => {
  if (charged.paid) throw new Error("the request was let through");
  return charged.response;
};

async function offerOf(charged: Charged): Promise<PaymentRequired> {
  const response = responseOf(charged);
  expect(response.status).toBe(402);
  return fromHeaderText<PaymentRequired>(response.headers.get("payment-required"));
}

/** What a client sends after the 402: the entry that it accepted comes back whole. */
async function sign(offer: PaymentRequired, entry = offer.accepts[0]): Promise<SignedOffer> {
  if (entry === undefined) throw new Error("there is no offer");
  return signOffer(entry, payer, Math.floor(world.now.getTime() / 1_000));
}

/** Sends and finds what is accepted, until there is an answer. */
async function whileRelaying<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const asking = { isOver: false };
  const asked = answer.finally(() => {
    asking.isOver = true;
  });
  while (!asking.isOver) await desk.relayAndScan();
  return asked;
}

const pay = (...which: Parameters<typeof ask>): Promise<Charged> => whileRelaying(ask(...which));

async function paid(
  options: Parameters<typeof ask>[1] = {},
): Promise<{ payment: SignedOffer; charged: Extract<Charged, { paid: true }> }> {
  const payment = await sign(await offerOf(await ask(undefined, options)));
  const charged = await pay(payment, options);
  if (!charged.paid) throw new Error(`refused: ${await charged.response.text()}`);
  return { payment, charged };
}

const authorizations = () => world.query("SELECT FROM authorizations");

describe("a request without a payment", () => {
  test("gets 402 with an offer for the shop's own URL, from a checkout of its price", async () => {
    const charged = await ask();
    const offer = await offerOf(charged);
    expect(offer.resource).toMatchObject({ url, description: "One forecast" });
    expect(responseOf(charged).headers.get("cache-control")).toBe("no-store");
    const { id } = await world.find({ id: checkoutIn(offer) });
    expect(await world.find({ id })).toMatchObject({ fiatAmount: "0.50", createdVia: "server_key" });
  });

  test("is refused when its payment header isn't base64 of JSON", async () => {
    const request = new Request(url, { headers: { "payment-signature": "{}" } });
    expect(responseOf(await chargeBy()(request, forecast)).status).toBe(400);
  });
});

const checkoutOf = ({ accepted }: SignedOffer) => checkoutIn({ accepts: [accepted] });

const checkoutIn = (offer: Pick<PaymentRequired, "accepts">) =>
  (offer.accepts[0]?.extra as { checkout?: string } | undefined)?.checkout ?? "";

/** The entry, as if it had been offered by this checkout. */
const claiming = (payment: SignedOffer, checkout: string) => ({
  ...payment,
  accepted: { ...payment.accepted, extra: { ...payment.accepted.extra, checkout } },
});

describe("while the service counts too many requests of the shop", () => {
  test("a payment gets 503 with Retry-After, and is good afterwards", async () => {
    const payment = await sign(await offerOf(await ask()));
    const rewire = (most: string) => {
      wireRoutes(world, { RATE_LIMIT_SERVER_PER_MINUTE: most });
    };
    rewire("1");
    const response = responseOf(await ask(payment));
    expect(response.status).toBe(503);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    rewire("300");
    expect((await pay(payment)).paid).toBe(true);
  });
});

describe("strangers among a shop's customers", () => {
  test("don't use up what the shop's address may ask", async () => {
    wireRoutes(world, { RATE_LIMIT_PUBLIC_IP_PER_MINUTE: "1" });
    for (let count = 0; count < 3; count++) await offerOf(await ask());
    expect((await paid()).charged.paid).toBe(true);
  });

  test("don't close it by reverted payments", async () => {
    await presented(10);
    await world.query("UPDATE authorizations SET status = 'FAILED', failure_reason = 'TRANSACTION_REVERTED'");
    expect((await paid()).charged.paid).toBe(true);
  });

  /** Payments of another wallet that were accepted and not sent yet. */
  async function presented(most: number): Promise<void> {
    for (let count = 1; count <= most; count++) {
      const payment = await sign(await offerOf(await ask()));
      const stop = new AbortController();
      const headers = { "payment-signature": toHeaderText(payment), "x-api-key": serverKey };
      const init = { method: "POST", headers, signal: stop.signal };
      const asked = fetch(`${service.baseUrl}/c/${checkoutOf(payment)}/x402`, init).catch(() => null);
      await expect.poll(authorizations, { interval: 20 }).toHaveLength(count);
      stop.abort();
      await asked;
      // A wallet has a limit of its own.
      await world.query("UPDATE authorizations SET from_address = '0x' || repeat('bb', 20)");
    }
  }

  test("count by address with the key of another shop", async () => {
    const payment = await sign(await offerOf(await ask()));
    wireRoutes(world, { RATE_LIMIT_PUBLIC_IP_PER_MINUTE: "1" });
    const foreign = await keyOf(await world.stores.createProject());
    const address = `${service.baseUrl}/c/${checkoutOf(payment)}/x402`;
    const statuses = [];
    for (const key of [foreign, foreign, serverKey, "svc_server_none"])
      statuses.push((await fetch(address, { headers: { "x-api-key": key } })).status);
    expect(statuses).toEqual([402, 429, 402, 404]);
  });
});

describe("a paid request", () => {
  test("is let through once, with the payment's answer", async () => {
    const { payment, charged } = await paid();
    const answer = fromHeaderText<{ success: boolean; payer: string }>(charged.headers["PAYMENT-RESPONSE"]);
    expect(answer).toMatchObject({ success: true, payer: privateKeyToAccount(payer).address });
    for (const again of await Promise.all([ask(payment), ask(payment)]))
      expect(responseOf(again).status).toBe(409);
  });

  test("is let through once when it comes three times at once", async () => {
    const payment = await sign(await offerOf(await ask()));
    const others = [ask(payment), ask(payment)];
    const all = await Promise.all([pay(payment), ...others]);
    expect(all.filter((each) => each.paid)).toHaveLength(1);
  });

  test("opens the same GET again for as long as the shop allows", async () => {
    const { payment } = await paid();
    expect((await ask(payment, { by: chargeBy({ repeatSeconds: 60 }) })).paid).toBe(true);
  });

  test("opens no second POST, which may have another body", async () => {
    const options = { method: "POST", by: chargeBy({ repeatSeconds: 60 }) };
    const { payment } = await paid(options);
    expect(responseOf(await ask(payment, options)).status).toBe(409);
  });
});

describe("a payment that doesn't count opens nothing:", () => {
  const again = async (payment: SignedOffer) =>
    responseOf(await ask(payment, { by: chargeBy({ repeatSeconds: 60 }) })).status;

  /** Sent to the service alone, and settled: the shop was not asked yet. */
  async function settledUnused(): Promise<SignedOffer> {
    const payment = await sign(await offerOf(await ask()));
    const address = `${service.baseUrl}/c/${checkoutOf(payment)}/x402`;
    const headers = { "payment-signature": toHeaderText(payment) };
    expect((await whileRelaying(fetch(address, { method: "POST", headers }))).status).toBe(200);
    return payment;
  }

  test("after a reorganisation it gets 202", async () => {
    const payment = await settledUnused();
    // Later than the transaction counts as final: until then, the answer would be that it is pending again.
    await world.query("UPDATE authorizations SET status = 'USED'");
    await network.chain.reorg(1);
    await world.scan();
    expect(await again(payment)).toBe(202);
  });

  test("after a request for its refund it gets 409, used or not", async () => {
    const payments = [await settledUnused(), (await paid()).payment];
    await world.settle();
    for (const payment of payments) {
      const body = createRefundBody.parse({ amount: "500000", destinationAddress: refundWallet });
      await requestRefund(world.deps, world.project, checkoutOf(payment), body);
      expect(await again(payment)).toBe(409);
    }
  });

  test("it gets 409 when it came too late, until the merchant accepts it", async () => {
    const payment = await sign(await offerOf(await ask()));
    const asked = ask(payment);
    await expect.poll(authorizations, { interval: 20 }).toHaveLength(1);
    const id = checkoutOf(payment);
    await world.query("UPDATE checkouts SET expires_at = now() - interval '1 minute' WHERE id = $1", [id]);
    const { to, value } = payment.payload.authorization;
    await network.pay(to, BigInt(value));
    await world.settle();
    expect(await world.status({ id })).toBe("LATE_PAID");
    expect(responseOf(await asked).status).toBe(409);
    await acceptPayment(world.deps, { projectId: world.project.id, userId: null }, id, undefined);
    expect((await ask(payment)).paid).toBe(true);
  });
});

describe("opens nothing, and sends no payment:", () => {
  const refused = async (payment: unknown, options: Parameters<typeof ask>[1] = {}) => {
    await offerOf(await ask(payment, options));
    expect(await authorizations()).toEqual([]);
  };

  test("the payment of a cheaper request", async () => {
    const cheap = { ...forecast, price: { fiatAmount: "0.01", fiatCurrency: "USD" } };
    const payment = await sign(await offerOf(await ask(undefined, { charge: cheap })));
    await refused(payment);
    // Signed for the cheap one's address and amount, and presented as another's.
    await refused(claiming(payment, checkoutIn(await offerOf(await ask()))));
  });

  test("the payment of another URL or method", async () => {
    const payment = await sign(await offerOf(await ask()));
    await refused(payment, { at: "https://api.shop.example/forecast?city=Rome" });
    await refused(payment, { method: "POST" });
  });

  test("the payment of another shop", async () => {
    const other = await world.stores.createProject({ refundMode: "CONVENIENT" });
    await world.query(
      `INSERT INTO accepted_tokens (project_id, chain_id, token_address)
       SELECT $1, chain_id, token_address FROM accepted_tokens WHERE project_id = $2`,
      [other, world.project.id],
    );
    const theirs = chargeBy({ serverKey: await keyOf(other) });
    await refused(await sign(await offerOf(await ask(undefined, { by: theirs }))));
  });

  test("a checkout that anyone created with an API key, or that the shop created for something else", async () => {
    const offer = await offerOf(await ask());
    const { metadata } = await world.find({ id: checkoutIn(offer) });
    const price = { fiatAmount: "0.50", fiatCurrency: "USD", metadata: metadata ?? undefined };
    const checkout = await createCheckout(world.deps, world.project, "api_key", price);
    const foreign = await world.create({ fiatAmount: "0.50", fiatCurrency: "USD" });
    for (const { id } of [checkout, foreign]) {
      const own = await desk.offer({ id });
      await refused(claiming(await sign(own), id));
    }
  });

  test("an unknown checkout, or none", async () => {
    const payment = await sign(await offerOf(await ask()));
    await refused(claiming(payment, `chk_${"0".repeat(26)}`));
    await refused(claiming(payment, "../projects"));
    await refused({ ...payment, accepted: undefined });
  });
});

describe("the receipt", () => {
  const verify = (response: string | null) =>
    verifyReceipt(response, {
      baseUrl: service.baseUrl,
      fetch: async (address) => getReceiptKeys(new Request(String(address)), { params: Promise.resolve({}) }),
    });

  /** The payment's answer now, from the service. */
  async function answerNow({ payment, charged }: Awaited<ReturnType<typeof paid>>): Promise<string | null> {
    const address = `${service.baseUrl}/c/${charged.checkoutId}/x402`;
    const headers = { "payment-signature": toHeaderText(payment) };
    const answer = await fetch(address, { method: "POST", headers });
    expect(answer.status).toBe(200);
    return answer.headers.get("payment-response");
  }

  test("says settled, and final once the payment is", async () => {
    const done = await paid();
    const receipt = await verify(done.charged.headers["PAYMENT-RESPONSE"]);
    expect(receipt).toMatchObject({
      version: 1,
      state: "settled",
      network: `eip155:${network.chain.chainId}`,
      payer: privateKeyToAccount(payer).address,
      amount: "500000",
      payTo: done.payment.accepted.payTo,
    });
    await world.settle();
    expect(await world.status({ id: done.charged.checkoutId })).toBe("PAID");
    expect(await verify(await answerNow(done))).toEqual({
      ...receipt,
      state: "final",
      issuedAt: expect.any(Number),
    });
  });

  test("names the token when the payment is in the form of version 1, which doesn't", async () => {
    const { payment, charged } = await paid();
    const first = { x402Version: 1, scheme: "exact", network: payment.accepted.network };
    const answer = await fetch(`${service.baseUrl}/c/${charged.checkoutId}/x402`, {
      method: "POST",
      headers: { "x-payment": toHeaderText({ ...first, payload: payment.payload }) },
    });
    expect(await verify(answer.headers.get("x-payment-response"))).toMatchObject({
      asset: payment.accepted.asset,
      amount: "500000",
      payTo: payment.accepted.payTo,
    });
  });

  test("is none when an accepted payment is sent again with another receiver", async () => {
    const { payment, charged } = await paid();
    const other = structuredClone(payment);
    other.payload.authorization.to = `0x${"ee".repeat(20)}`;
    const answer = await fetch(`${service.baseUrl}/c/${charged.checkoutId}/x402`, {
      method: "POST",
      headers: { "payment-signature": toHeaderText(other) },
    });
    expect(answer.status).toBe(402);
    const response = answer.headers.get("payment-response");
    expect(fromHeaderText(response)).toMatchObject({
      success: false,
      errorReason: "invalid_exact_evm_recipient_mismatch",
    });
    await expect(verify(response)).rejects.toThrow(ReceiptError);
  });

  test("is none after a reorganisation, which the answer says", async () => {
    const done = await paid();
    // Later than the transaction counts as final: until then, the answer would be that it is pending again.
    await world.query("UPDATE authorizations SET status = 'USED'");
    await network.chain.reorg(1);
    await world.scan();
    const answer = await answerNow(done);
    expect(fromHeaderText(answer)).toMatchObject({
      extensions: { "offer-receipt": { info: { reverted: true } } },
    });
    await expect(verify(answer)).rejects.toThrow(ReceiptError);
  });

  test("is refused when any part of it is changed, or another key signed it", async () => {
    const { charged } = await paid();
    type Answer = { extensions: { "offer-receipt": { info: { receipt: { signature: string } } } } };
    const answer = fromHeaderText<Answer>(charged.headers["PAYMENT-RESPONSE"]);
    const { receipt } = answer.extensions["offer-receipt"].info;
    const parts = receipt.signature.split(".");
    const claims = JSON.parse(Buffer.from(parts[1] ?? "", "base64url").toString()) as object;
    const forged = Buffer.from(JSON.stringify({ ...claims, state: "final" })).toString("base64url");
    const strange = Buffer.from(JSON.stringify({ alg: "none", kid: "x" })).toString("base64url");
    for (const signature of [
      [parts[0], forged, parts[2]].join("."),
      [strange, parts[1], parts[2]].join("."),
      [parts[0], parts[1], ""].join("."),
      "",
    ]) {
      receipt.signature = signature;
      await expect(verify(toHeaderText(answer))).rejects.toThrow(ReceiptError);
    }
    await expect(verify(null)).rejects.toThrow(ReceiptError);
  });
});
