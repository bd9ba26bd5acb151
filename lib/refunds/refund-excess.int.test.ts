import { privateKeyToAccount } from "viem/accounts";
import { verifyMessage as verifyEoa } from "viem/utils";
import { afterEach, describe, expect, it } from "vitest";
import { createRateLimiter } from "@/lib/api/limits/rate-limiter.store";
import type { VerifyMessage } from "@/lib/chain/wallets.chain";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { excessUnits } from "@/lib/checkouts/state/overpayment.rules";
import {
  moneyBackView,
  overpaymentView,
  seenOverpaymentView,
} from "@/lib/checkouts/views/checkout-fields.schema";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { formatUnits } from "@/lib/platform/values/money.rules";
import { excessRequestText } from "@/lib/refunds/refund-screen.rules";
import type { RefundParts } from "@/lib/refunds/refunds.parts";
import { later, newId, uniqueHex } from "@/lib/testing/builders";
import { changedBefore } from "@/lib/testing/gate";
import { outcome } from "@/lib/testing/outcome";
import { partsOf } from "@/lib/testing/parts";
import { fileWorld, price } from "@/lib/testing/world";
import { byHand, customer } from "@/lib/testing/world/by-hand";
import { dai } from "@/lib/testing/world/deps";
import { openTestAccess } from "@/lib/testing/world/people";
import { createRefundBody } from "./refund.schema";
import { dismissExcess, requestExcess } from "./refund-excess";
import { requestRefund } from "./request-refund";

const payer = privateKeyToAccount(`0x${"11".repeat(32)}`);

const stranger = privateKeyToAccount(`0x${"22".repeat(32)}`);

const addressOf = (account: typeof payer) => account.address.toLowerCase() as Hex;

const tooMuch = 12_000_000n;

const world = await fileWorld([], {
  project: { refundMode: "CONVENIENT" },
  stillClock: "times are compared to the millisecond",
});
const till = byHand(world);

/** Paid 12.00 above its price, unless told otherwise. */
async function paid(amountUnits = price + tooMuch, by = payer): Promise<Checkout> {
  const checkout = await till.payable();
  await till.receive(checkout, amountUnits, { fromAddress: addressOf(by) });
  return world.find(checkout);
}

/** A wallet that is no contract answers nothing for a signature that is not its own. */
const verifyMessage: VerifyMessage = (_, signed) => verifyEoa(signed);

const deps = { ...world.deps, verifyMessage, rateLimiter: createRateLimiter(world.stores.database) };

const ask = (checkout: Checkout, body: Parameters<typeof requestExcess>[2] = {}, client = "192.0.2.1") =>
  requestExcess(deps, checkout.id, body, client);

/** A request that had found the money before this change. */
const askAfter = (checkout: Checkout, change: () => Promise<unknown>) =>
  changedBefore(deps, "lockCheckout", change, (gated) => requestExcess(gated, checkout.id, {}, "192.0.2.1"));

const seen = async (checkout: Checkout) => overpaymentView(await world.find(checkout));

async function signed(checkout: Checkout, account = payer, amount = "12.00 USDC") {
  const wallet = addressOf(account);
  const message = excessRequestText({
    checkoutId: checkout.id,
    merchantName: world.project.name,
    amount,
    networkName: "Local",
    address: wallet,
  });
  return { wallet, signature: await account.signMessage({ message }) };
}

const requests = async (checkout: Checkout) =>
  (await world.stores.checkouts.find(checkout.projectId, checkout.id))?.timeline.filter(
    ({ kind }) => kind === "excess.requested",
  );

describe("the request of an overpayment", () => {
  it("is stored once when it is repeated, and opens no refund", async () => {
    const checkout = await paid();
    expect(await seen(checkout)).toEqual({
      amount: "12000000",
      refundable: "12000000",
      requestedAt: null,
      signed: false,
    });
    await ask(checkout);
    const requestedAt = world.now.toISOString();
    world.now = later(60_000, world.now);
    await ask(checkout);
    expect(await seen(checkout)).toMatchObject({ refundable: "12000000", requestedAt });
    expect(await requests(checkout)).toHaveLength(1);
    expect(await till.refunds(checkout)).toEqual([]);
  });

  it("requestExcess under the lock: it was requested", async () => {
    const checkout = await paid();
    await askAfter(checkout, () => ask(checkout));
    expect(await requests(checkout)).toHaveLength(1);
  });

  it("requestExcess under the lock: all of it was refunded", async () => {
    const checkout = await paid();
    const refundAll = () => till.refund(checkout, { amount: tooMuch.toString() });
    expect(await outcome(askAfter(checkout, refundAll))).toBe("CHECKOUT_NOT_REFUNDABLE");
  });

  it("is stored before the money is final, and signed only then", async () => {
    const checkout = await till.payable();
    await till.receive(checkout, price + tooMuch, { fromAddress: addressOf(payer), final: false });
    expect(await outcome(signed(checkout).then((body) => ask(checkout, body)))).toBe(
      "CHECKOUT_NOT_REFUNDABLE",
    );
    await ask(checkout);
    expect(await requests(checkout)).toHaveLength(1);
    expect(await seen(checkout)).toBeNull();
    const found = await world.stores.checkouts.findPublic(checkout.id);
    expect(found && seenOverpaymentView(found.checkout, 0, found.moneyRequest)).toMatchObject({
      refundable: "12000000",
      requestedAt: world.now.toISOString(),
      isFinal: false,
    });
  });

  it.each([
    ["exactly paid", price],
    ["partly paid", price - 1n],
  ])("is refused for a checkout that is %s", async (_, amountUnits) => {
    expect(await outcome(ask(await paid(amountUnits)))).toBe("CHECKOUT_NOT_REFUNDABLE");
  });

  it("is refused once all of it is refunded or being refunded, and for an unknown checkout", async () => {
    const checkout = await paid();
    await till.refund(checkout, { amount: tooMuch.toString(), refundType: "OVERPAYMENT" });
    expect(await seen(checkout)).toMatchObject({ amount: "12000000", refundable: "0" });
    expect(await outcome(ask(checkout))).toBe("CHECKOUT_NOT_REFUNDABLE");
    expect(await outcome(requestExcess(deps, newId("chk"), {}, "192.0.2.1"))).toBe("CHECKOUT_NOT_FOUND");
  });
});

describe("the request of money that paid nothing", () => {
  const part = 2_000_000n;
  const view = async (checkout: Checkout) => {
    const found = await world.stores.checkouts.findPublic(checkout.id);
    return found && moneyBackView(found.checkout, found.strayTransfers.length, found.moneyRequest);
  };

  async function expired(amountUnits = part): Promise<Checkout> {
    const checkout = await till.payable();
    await till.receive(checkout, amountUnits, { fromAddress: addressOf(payer) });
    await till.passExpiry(checkout);
    await till.look(checkout);
    expect((await world.find(checkout)).status).toBe("EXPIRED");
    return checkout;
  }

  it("is stored for a part that an expired checkout received, and signed by its payer", async () => {
    const checkout = await expired();
    await ask(checkout);
    expect(await view(checkout)).toEqual({
      amount: "2000000",
      requestedAt: world.now.toISOString(),
      requested: "2000000",
      hasMore: false,
      isMailed: false,
      hasContact: false,
      signed: false,
      isFinal: true,
    });
    expect(await outcome(ask(checkout, await signed(checkout, stranger, "2.00 USDC")))).toBe(
      "INVALID_SIGNATURE",
    );
    await ask(checkout, await signed(checkout, payer, "2.00 USDC"));
    const { refund } = await till.refund(checkout, {});
    expect(refund).toMatchObject({ amountUnits: part, destinationAddress: addressOf(payer) });
    expect(await view(checkout)).toMatchObject({ amount: "0", signed: true });
  });

  it("is stored for all that a cancelled or late checkout received, until the late payment is accepted", async () => {
    const cancelled = await till.payable();
    await till.receive(cancelled, part);
    await till.cancel(cancelled);
    await ask(cancelled);
    expect(await view(cancelled)).toMatchObject({ amount: "2000000", requestedAt: expect.any(String) });

    const late = await expired();
    await till.receive(late, price - part);
    expect((await world.find(late)).status).toBe("LATE_PAID");
    expect(await view(late)).toMatchObject({ amount: price.toString(), requestedAt: null });
    await world.query("UPDATE checkouts SET late_accepted_at = $2 WHERE id = $1", [late.id, world.now]);
    expect(await view(late)).toBeNull();
    expect(await outcome(ask(late))).toBe("CHECKOUT_NOT_REFUNDABLE");
  });

  it("is stored for a payment in another token while the checkout waits, but not with a signature", async () => {
    const checkout = await till.payable();
    expect(await outcome(ask(checkout))).toBe("CHECKOUT_NOT_REFUNDABLE");
    await till.receive(checkout, 7n, { tokenAddress: dai, fromAddress: addressOf(payer) });
    expect(await outcome(signed(checkout, payer, "0.00 USDC").then((body) => ask(checkout, body)))).toBe(
      "CHECKOUT_NOT_REFUNDABLE",
    );
    await ask(checkout);
    expect(await view(checkout)).toMatchObject({ amount: "0", requestedAt: expect.any(String) });
  });

  it("shows the merchant each of a client's three e-mail addresses a day, and keeps a signature", async () => {
    const checkout = await expired();
    await ask(checkout, await signed(checkout, payer, "2.00 USDC"));
    for (const contact of ["ada@example.com", "bob@example.com", "eve@example.com"])
      await ask(checkout, { contact });
    expect(await outcome(ask(checkout, { contact: "more@example.com" }))).toBe("RATE_LIMIT_EXCEEDED");
    expect((await requests(checkout))?.map(({ details }) => details?.contact ?? null)).toEqual([
      "eve@example.com",
      "bob@example.com",
      "ada@example.com",
      null,
    ]);
    expect(await view(checkout)).toMatchObject({ signed: true });
  });

  it("takes the customer's e-mail address when a stranger has left as many as one client may", async () => {
    const checkout = await expired();
    const addresses = ["ada@example.com", "bob@example.com", "eve@example.com", "more@example.com"];
    for (const stranger of ["192.0.2.7", "2001:db8:0:712::/64", "192.0.2.8", "192.0.2.9"])
      for (const contact of addresses) await outcome(ask(checkout, { contact }, stranger));
    expect(await requests(checkout)).toHaveLength(12);
    const customers = ["198.51.100.1", "2001:db8:0:713::/64"];
    for (const client of customers) await ask(checkout, { contact: "customer@example.com" }, client);
    expect(await requests(checkout)).toHaveLength(14);
  });
});

describe("a refund of the excess from the dashboard", () => {
  it("pays at most the excess", async () => {
    const checkout = await paid();
    const member = { kind: "member", userId: newId("usr"), approves: false } as const;
    const refund = (amount?: bigint) =>
      outcome(
        requestRefund(
          world.deps,
          world.project,
          checkout.id,
          createRefundBody.parse({
            refundType: "OVERPAYMENT",
            ...(amount === undefined ? {} : { amount: `${amount}` }),
          }),
          null,
          member,
        ),
      );
    expect([await refund(), await refund(tooMuch + 1n)]).toEqual([
      "REFUND_AMOUNT_EXCEEDS_AVAILABLE",
      "REFUND_AMOUNT_EXCEEDS_AVAILABLE",
    ]);
    expect([await refund(tooMuch), await refund(tooMuch)]).toEqual([
      "done",
      "REFUND_AMOUNT_EXCEEDS_AVAILABLE",
    ]);
  });
});

describe("with a signature", () => {
  it("of the only payer, the merchant's refund goes to that wallet without a claim link", async () => {
    const checkout = await paid();
    await ask(checkout);
    await ask(checkout, await signed(checkout));
    expect(await seen(checkout)).toMatchObject({ signed: true });
    const { refund, claimUrl } = await till.refund(checkout, { amount: tooMuch.toString() });
    expect({ to: refund.destinationAddress, status: refund.status, claimUrl }).toEqual({
      to: addressOf(payer),
      status: "PENDING",
      claimUrl: null,
    });
  });

  it("of the payer, a dismissed request is created again, and without one it isn't", async () => {
    const checkout = await paid();
    await ask(checkout, await signed(checkout));
    const access = await openTestAccess(world.stores, checkout.projectId);
    const dismiss = () =>
      dismissExcess(
        partsOf<RefundParts>({ clock: world.deps.clock, refunds: world.stores.refunds }),
        access,
        checkout.id,
      );
    await dismiss();
    await ask(checkout);
    expect(await outcome(ask(checkout, await signed(checkout, stranger)))).toBe("INVALID_SIGNATURE");
    const isOpen = async () => (await world.find(checkout)).excessDismissedAt === null;
    expect(await isOpen()).toBe(false);
    await ask(checkout, await signed(checkout));
    expect(await isOpen()).toBe(true);
    expect(await requests(checkout)).toHaveLength(2);
    await dismiss();
    expect(await isOpen()).toBe(false);
  });

  it("of anyone else, or over another text, nothing is stored", async () => {
    const checkout = await paid();
    const foreign = [
      await signed(checkout, stranger),
      { ...(await signed(checkout, stranger)), wallet: addressOf(payer) },
      await signed(checkout, payer, "13.00 USDC"),
      await signed(await paid()),
    ];
    for (const body of foreign) expect(await outcome(ask(checkout, body))).toBe("INVALID_SIGNATURE");
    expect(await seen(checkout)).toMatchObject({ requestedAt: null });
  });

  describe("with dust of other wallets", () => {
    const limit = price / 100n;
    const setMinimum = (units: bigint) =>
      world.query("UPDATE projects SET minimum_units = $2 WHERE id = $1", [world.project.id, `${units}`]);
    afterEach(() => setMinimum(0n));

    const receiveFrom = async (checkout: Checkout, amounts: readonly bigint[]) => {
      for (const [at, amountUnits] of amounts.entries())
        await till.receive(checkout, amountUnits, {
          fromAddress: at === 0 ? addressOf(stranger) : uniqueHex(20),
        });
    };
    const excessOf = async (checkout: Checkout) =>
      `${formatUnits(excessUnits(await world.find(checkout)), 6)} USDC`;
    const refundAll = async (checkout: Checkout) => (await till.refund(checkout, {})).refund;

    it.each([
      ["one unit", 0n, [1n]],
      ["less than 1 % of the price in all", 0n, [limit / 2n, limit / 2n - 1n]],
      ["less than the project's minimum", 1_000_000n, [999_999n]],
    ])("takes the only payer's signature and refunds to it: %s", async (_, minimum, amounts) => {
      await setMinimum(minimum);
      const early = await paid();
      await receiveFrom(early, amounts);
      const amount = await excessOf(early);
      expect(await outcome(ask(early, await signed(early, stranger, amount)))).toBe("INVALID_SIGNATURE");
      expect(await outcome(ask(early, await signed(early, payer, amount)))).toBe("done");
      const late = await paid();
      await ask(late, await signed(late));
      await receiveFrom(late, amounts);
      for (const checkout of [early, late])
        expect((await refundAll(checkout)).destinationAddress).toBe(addressOf(payer));
    });

    it.each([
      ["1 % of the price", 0n, [limit]],
      ["1 % of the price in all", 0n, [limit / 2n, limit / 2n]],
      ["the project's minimum", 1_000_000n, [1_000_000n]],
      ["more than the payer, although less than the minimum", 100_000_000n, [price + tooMuch]],
    ])("accepts no signature when others sent %s", async (_, minimum, amounts) => {
      await setMinimum(minimum);
      const early = await paid();
      await receiveFrom(early, amounts);
      const amount = await excessOf(early);
      for (const account of [stranger, payer])
        expect(await outcome(ask(early, await signed(early, account, amount)))).toBe("INVALID_SIGNATURE");
      const late = await paid();
      await ask(late, await signed(late));
      await receiveFrom(late, amounts);
      expect(await refundAll(late)).toMatchObject({
        destinationAddress: null,
        status: "AWAITING_ADDRESS",
      });
    });
  });

  it("an address that the merchant names comes first", async () => {
    const checkout = await paid();
    await ask(checkout, await signed(checkout));
    const { refund } = await till.refund(checkout, { amount: "1", destinationAddress: customer });
    expect(refund.destinationAddress).toBe(customer);
  });
});
