import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { eventTexts } from "@/lib/api/openapi/webhooks";
import { signWebhook } from "@/lib/webhooks/sender/webhook-sender";
import { checkoutId } from "../../../packages/client/src/scripted-service.fixture";
import { type Data, newRefund, openShop, options, ownCheckout, session } from "./provider.fixture";

let opened: Awaited<ReturnType<typeof openShop>>;
let shop: Awaited<ReturnType<typeof openShop>>["shop"];
let provider: Awaited<ReturnType<typeof openShop>>["provider"];

beforeAll(async () => {
  opened = await openShop();
  ({ shop, provider } = opened);
});
afterAll(() => opened?.close());

beforeEach(() => {
  shop.checkouts.clear();
  shop.refunds.clear();
  Object.assign(shop, { posts: [], cancelRefusal: null, sessions: [], medusaRefunds: [] });
  putCheckout({});
});

function putCheckout(changes: Data, id = checkoutId): void {
  shop.checkouts.set(id, ownCheckout(changes, id));
}

const price = { amount: 12.5, currency_code: "usd" };
const otherPrice = { ...price, amount: 15 };
const paid = { status: "PAID", isPaid: true, totalPaid: "12500000" };
const urls = () => shop.posts.map(({ url }) => url);

describe("a new session", () => {
  it.each([
    [12.5, "usd", "12.50"],
    [705, "jpy", "705"],
    ["1.234", "kwd", "1.234"],
  ])("asks for %s %s with the decimals of its currency", async (amount, currency_code, fiatAmount) => {
    const { id, data, status } = await provider.initiatePayment({
      amount,
      currency_code,
      data: { session_id: "payses_1", success_url: "https://shop.example.com/back", cancel_url: "" },
      context: { idempotency_key: "step_1" },
    });
    expect({ id, status }).toEqual({ id: "chk_new", status: "pending" });
    expect(data).toMatchObject({ session_id: "payses_1", checkoutId: "chk_new", status: "PENDING" });
    expect(data.checkoutUrl).toMatch(/^https:/);
    expect(shop.posts).toEqual([
      {
        url: "/v1/checkouts",
        key: "step_1",
        body: {
          fiatAmount,
          fiatCurrency: currency_code.toUpperCase(),
          referenceId: "payses_1",
          metadata: { medusaSession: "payses_1" },
          successUrl: "https://shop.example.com/back",
        },
      },
    ]);
  });

  it("is the key of its own request where Medusa names none", async () => {
    await provider.initiatePayment({ ...price, data: { session_id: "payses_1" } });
    expect(shop.posts[0]?.key).toBe("payses_1");
  });

  it("is refused without an id", async () => {
    const refused = provider.initiatePayment({ ...price, data: {} });
    await expect(refused).rejects.toMatchObject({ type: "invalid_data" });
    expect(shop.posts).toEqual([]);
  });
});

describe("the session's data, which passed through a browser", () => {
  const acts = {
    updatePayment: (data: Data) => provider.updatePayment({ ...otherPrice, data }),
    authorizePayment: (data: Data) => provider.authorizePayment({ data }),
    getPaymentStatus: (data: Data) => provider.getPaymentStatus({ data }),
    retrievePayment: (data: Data) => provider.retrievePayment({ data }),
    capturePayment: (data: Data) => provider.capturePayment({ data }),
    refundPayment: (data: Data) => provider.refundPayment({ amount: 1, data }),
    cancelPayment: (data: Data) => provider.cancelPayment({ data }),
    deletePayment: (data: Data) => provider.deletePayment({ data }),
  };

  describe.each(Object.entries(acts))("%s", (_, act) => {
    it.each<[string, Data]>([
      ["a browser's key created", { createdVia: "api_key" }],
      ["pays another session", { referenceId: "payses_2", metadata: { medusaSession: "payses_2" } }],
    ])("refuses a paid checkout that %s", async (_, foreign) => {
      putCheckout({ ...paid, ...foreign });
      await expect(act(session)).rejects.toMatchObject({ type: "not_allowed" });
      // Nor one that continues the session's own.
      putCheckout({ replacedBy: "chk_2" });
      putCheckout({ ...paid, ...foreign }, "chk_2");
      await expect(act(session)).rejects.toMatchObject({ type: "not_allowed" });
      expect(shop.posts).toEqual([]);
    });

    it.each([[{ session_id: "payses_1" }], [{ checkoutId }], [{ ...session, checkoutId: 1 }]])(
      "refuses %j",
      async (data) => {
        await expect(act(data)).rejects.toMatchObject({ type: "invalid_data" });
      },
    );
  });
});

describe("the state of a session", () => {
  it.each<[string, Data, string]>([
    ["a payment that is not final", { status: "DETECTED", totalPaid: "12500000" }, "pending"],
    ["a final payment", paid, "captured"],
    ["an expired checkout", { status: "EXPIRED" }, "canceled"],
  ])("is the checkout's with %s", async (_, changes, status) => {
    putCheckout(changes);
    const data = { ...session, refunds: [{ id: "rfd_0" }], status: "PENDING" };
    for (const answer of [
      await provider.authorizePayment({ data }),
      await provider.getPaymentStatus({ data }),
    ])
      expect(answer).toMatchObject({ status, data: { ...data, status: changes.status } });
  });

  it("is that of the checkout with which the customer continued", async () => {
    putCheckout({ status: "EXPIRED", replacedBy: "chk_2" });
    putCheckout(paid, "chk_2");
    expect(await provider.authorizePayment({ data: session })).toMatchObject({
      status: "captured",
      data: { session_id: "payses_1", checkoutId: "chk_2" },
    });
    expect((await provider.retrievePayment({ data: session })).data).toMatchObject({ id: "chk_2", ...paid });
  });

  it.each<[string, Data]>([
    ["paid", paid],
    ["paid and refunded since", { ...paid, isPaid: false, status: "REFUNDED", refundedAmount: "12500000" }],
  ])("is captured once it is %s", async (_, changes) => {
    putCheckout(changes);
    expect((await provider.capturePayment({ data: session })).data).toEqual(session);
  });

  it.each(["PENDING", "DETECTED", "EXPIRED", "LATE_PAID", "CANCELLED"])(
    "is not captured at %s",
    async (status) => {
      putCheckout({ status, totalPaid: "12500000" });
      await expect(provider.capturePayment({ data: session })).rejects.toThrow(`is ${status}, not paid`);
    },
  );
});

describe("a session whose checkout received money", () => {
  const acts = {
    deletePayment: () => provider.deletePayment({ data: session }),
    updatePayment: () => provider.updatePayment({ ...otherPrice, data: session }),
  };
  const cases = [
    ["half of its price", { totalPaid: "6250000" }],
    ["its price, not final yet", { totalPaid: "12500000", status: "DETECTED" }],
    ["its price", paid],
    ["more than was refunded", { totalPaid: "12500000", refundedAmount: "1", status: "REFUNDED" }],
  ] as const;
  for (const [name, act] of Object.entries(acts))
    it.each(cases)(`${name} cancels and creates nothing after %s`, async (_, received) => {
      putCheckout(received);
      await expect(act()).rejects.toMatchObject({
        type: "not_allowed",
        message: expect.stringContaining(`already arrived for this cart, at checkout ${checkoutId}`),
      });
      expect(shop.posts).toEqual([]);
    });

  it.each(Object.entries(acts))("%s sees it at a checkout that a newer one continues", async (_, act) => {
    putCheckout({ totalPaid: "6250000", status: "EXPIRED", replacedBy: "chk_2" });
    putCheckout({}, "chk_2");
    await expect(act()).rejects.toMatchObject({ type: "not_allowed" });
    expect(shop.posts).toEqual([]);
  });

  it("is the only one of its cart and provider", async () => {
    putCheckout({ totalPaid: "6250000" });
    const payment_collection = { id: "paycol_1" };
    const first: Data = { id: "payses_1", data: session, provider_id: "pp", payment_collection };
    const second = { ...first, id: "payses_2", data: {} };
    shop.sessions = [first, second];
    const begin = () => provider.initiatePayment({ ...price, data: { session_id: "payses_2" } });
    await expect(begin()).rejects.toMatchObject({ type: "not_allowed" });
    expect(shop.posts).toEqual([]);
    for (const other of [{ provider_id: "pp_other" }, { payment_collection: { id: "paycol_2" } }]) {
      shop.sessions = [{ ...first, ...other }, second];
      expect(await begin()).toMatchObject({ id: "chk_new" });
    }
  });

  it("is not cancelled before the money is final", async () => {
    putCheckout({ totalPaid: "6250000" });
    await expect(provider.cancelPayment({ data: session })).rejects.toMatchObject({ type: "not_allowed" });
    expect(shop.posts).toEqual([]);
  });

  it("returns all that is left when it is cancelled", async () => {
    putCheckout(paid);
    const { data } = await provider.cancelPayment({ data: session, context: { idempotency_key: "step_1" } });
    const body = { reason: "Medusa refund step_1", refundType: "CANCELLATION" };
    expect(shop.posts).toEqual([{ url: `/v1/checkouts/${checkoutId}/refunds`, key: "step_1", body }]);
    expect(data.refunds).toEqual([{ id: newRefund.id, claimUrl: newRefund.claimUrl }]);
  });
});

describe("a session without money", () => {
  const ends = {
    deletePayment: () => provider.deletePayment({ data: session }),
    cancelPayment: () => provider.cancelPayment({ data: session }),
  };

  it.each(Object.entries(ends))("%s cancels the checkout that can be paid", async (_, end) => {
    putCheckout({ status: "EXPIRED", replacedBy: "chk_2" });
    putCheckout({}, "chk_2");
    await end();
    expect(urls()).toEqual(["/v1/checkouts/chk_2/cancel"]);
  });

  it.each(Object.entries(ends))(
    "%s leaves one that has ended, and tells of every other refusal",
    async (_, end) => {
      shop.cancelRefusal = [409, "CHECKOUT_NOT_CANCELLABLE"];
      await end();
      shop.cancelRefusal = [403, "INSUFFICIENT_KEY_SCOPE"];
      await expect(end()).rejects.toThrow("INSUFFICIENT_KEY_SCOPE");
    },
  );

  it("keeps its checkout while its price stays", async () => {
    expect(await provider.updatePayment({ ...price, data: session })).toEqual({
      data: session,
      status: "pending",
    });
    expect(shop.posts).toEqual([]);
  });

  it("gets a new checkout instead of the cancelled one for each new price", async () => {
    const { data, status } = await provider.updatePayment({ ...otherPrice, data: session });
    expect(status).toBe("pending");
    expect(data).toMatchObject({ session_id: "payses_1", checkoutId: "chk_new" });
    expect(urls()).toEqual([`/v1/checkouts/${checkoutId}/cancel`, "/v1/checkouts"]);
    expect(shop.posts[1]?.body).toMatchObject({
      fiatAmount: "15.00",
      fiatCurrency: "USD",
      referenceId: "payses_1",
    });
    await provider.updatePayment({ ...otherPrice, amount: 16, data: session });
    await provider.updatePayment({ ...price, currency_code: "eur", data: session });
    // The service would answer the first one's checkout to the same key.
    expect(new Set([1, 3, 5].map((at) => shop.posts[at]?.key)).size).toBe(3);
    expect(shop.posts[5]?.body).toMatchObject({ fiatAmount: "12.50", fiatCurrency: "EUR" });
  });
});

describe("a refund", () => {
  it("is a share of the paid price, once for Medusa's own refund, whose note tells where it stands", async () => {
    putCheckout({ ...paid, amount: "12499999" });
    shop.medusaRefunds = [{ id: "ref_1", note: "Broken cup" }, { id: "ref_2" }];
    const data = { ...session, refunds: [{ id: "rfd_0", claimUrl: null }] };
    const context = { idempotency_key: "ref_1" };
    const answer = await provider.refundPayment({ amount: 5.5, data, context });
    expect(shop.posts).toEqual([
      {
        url: `/v1/checkouts/${checkoutId}/refunds`,
        key: "ref_1",
        body: { amount: "5499999", reason: "Medusa refund ref_1", refundType: "CUSTOMER_REQUEST" },
      },
    ]);
    const { id, claimUrl } = newRefund;
    expect(answer.data).toEqual({ ...data, refunds: [...data.refunds, { id, claimUrl }] });
    expect(shop.medusaRefunds[0]?.note).toContain(
      `Broken cup\nStablecoin refund rfd_1 is not sent yet, the customer has to name a wallet: ${opened.baseUrl}/dashboard/refunds/rfd_1.`,
    );
    expect(shop.medusaRefunds[1]).toEqual({ id: "ref_2" });
  });

  it("has no reason where Medusa names no refund", async () => {
    putCheckout(paid);
    await provider.refundPayment({ amount: "5", data: session });
    expect(shop.posts[0]?.body).toEqual({ amount: expect.any(String), refundType: "CUSTOMER_REQUEST" });
    expect(shop.posts[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe("a webhook", () => {
  const receive = (
    kind: keyof typeof eventTexts,
    changes: Data = {},
    { secret = options.webhookSecret, at = new Date() } = {},
  ) => {
    const event = JSON.parse(eventTexts[kind]);
    const rawData = JSON.stringify({ ...event, data: { ...event.data, checkoutId, ...changes } });
    const headers = signWebhook({ id: event.id, body: rawData, secrets: [secret], at });
    return provider.getWebhookActionAndData({ rawData, headers });
  };
  const captures = { action: "captured", data: { session_id: "payses_1", amount: 12.5 } };
  const nothing = { action: "not_supported" };
  const accepted = { ...paid, status: "LATE_PAID" };

  it.each<[keyof typeof eventTexts, Data, Data, object]>([
    ["checkout.paid", {}, paid, captures],
    ["checkout.late_paid", { accepted: true }, accepted, captures],
    ["checkout.late_paid", { accepted: false }, { ...accepted, isPaid: false }, nothing],
    ["checkout.detected", {}, { ...paid, isPaid: false, status: "DETECTED" }, nothing],
    ["checkout.partially_paid", {}, { totalPaid: "1" }, nothing],
    ["checkout.expired", {}, { status: "EXPIRED" }, nothing],
    // The price is the service's, not the event's.
    ["checkout.paid", { fiatAmount: "99.00" }, paid, captures],
    ["checkout.paid", {}, { ...paid, createdVia: "api_key" }, nothing],
    ["checkout.paid", {}, { ...paid, referenceId: "payses_2" }, nothing],
    ["checkout.paid", {}, { ...paid, metadata: {} }, nothing],
  ])("%s with %j of a checkout with %j", async (kind, event, checkout, expected) => {
    putCheckout(checkout);
    expect(await receive(kind, event)).toEqual(expected);
  });

  it("of a refund changes the note of Medusa's own alone", async () => {
    shop.medusaRefunds = [{ id: "ref_1", note: "Broken cup" }];
    const refund = { id: newRefund.id };
    shop.refunds.set(newRefund.id, { ...newRefund, status: "CANCELLED", reason: "Medusa refund ref_1" });
    expect(await receive("refund.cancelled", { refund })).toEqual(nothing);
    expect(shop.medusaRefunds[0]?.note).toContain("Broken cup\nStablecoin refund rfd_1 is CANCELLED");
    const [before] = structuredClone(shop.medusaRefunds);
    shop.refunds.set(newRefund.id, { ...newRefund, status: "COMPLETED", reason: "asked in the dashboard" });
    await receive("refund.completed", { refund });
    expect(shop.medusaRefunds[0]).toEqual(before);
  });

  it.each([
    ["another secret's", { secret: "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }],
    ["sent ten minutes ago", { at: new Date(Date.now() - 600_000) }],
  ])("%s is refused", async (_, sent) => {
    putCheckout(paid);
    await expect(receive("checkout.paid", {}, sent)).rejects.toThrow("signature");
  });
});

test.each(["baseUrl", "serverKey", "webhookSecret"])("a shop without %s does not start", (name) => {
  const complete = { baseUrl: "https://pay.example.com", ...options };
  opened.validateOptions(complete);
  expect(() => opened.validateOptions({ ...complete, [name]: "" })).toThrow(name);
});
