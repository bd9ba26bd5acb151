import { expect, test } from "@playwright/test";
import type { CheckoutResource } from "@/lib/checkouts/views/checkout.schema";
import { createCheckout, getCheckout, getPublic, untilStatus } from "../support/api";
import { chainOf, pay, tokenOf } from "../support/chain";
import { endTime } from "../support/checkout-states";
import { baseForms, expectFailure, unknownId, withoutRequestId } from "../support/contract";
import { openProjects, type Projects } from "../support/projects";
import {
  cancelledInPart,
  customer,
  expectRefund,
  expectRefunds,
  getRefunds,
  madeAs,
  paid,
  pending,
  postCancel,
  postRefund,
  shopOf,
  untilReceived,
} from "../support/refunds";
import { manifest } from "../support/stack";

const demo = manifest();
const million = 1_000_000n;
const to = { destinationAddress: customer };
let projects: Projects;
/** The service's refund key may refund; funds stay at their deposit addresses until someone settles by hand. */
let shop: typeof demo;
/** Its own wallet alone may refund. */
let strictShop: typeof demo;

test.beforeAll(async () => {
  projects = openProjects(demo);
  shop = shopOf(demo, await projects.make({ refundMode: "CONVENIENT" }));
  strictShop = shopOf(demo, await projects.make());
});
test.afterAll(() => projects?.close());

test.describe("201", () => {
  test("a part and then the rest of a payment, at both forms of the address", async () => {
    const checkout = await paid(shop, million);
    const [first, second] = baseForms(demo);
    const json = { amount: "300000", reason: "Cold coffee ☕", refundType: "CANCELLATION", ...to };
    const refund = expectRefund(await postRefund(shop, checkout.id, { json, base: first ?? "" }));
    expect(refund).toMatchObject({
      checkoutId: checkout.id,
      amount: "300000",
      chainId: checkout.chainId,
      tokenAddress: checkout.tokenAddress,
      reason: json.reason,
      refundType: "CANCELLATION",
      status: "PENDING",
      destinationAddress: customer,
      txHash: null,
      failureCode: null,
      claimUrl: null,
      completedAt: null,
    });
    const rest = { amount: "700000", ...to };
    expectRefund(await postRefund(shop, checkout.id, { json: rest, base: second ?? "" }));
    const recorded = expectRefunds(await getRefunds(shop, checkout.id)).items.at(-1);
    expect(recorded && madeAs(recorded)).toEqual(madeAs(refund));
    // Both are sent without anyone's doing; the checkout changes once they are final.
    await untilStatus(shop, checkout.id, "REFUNDED");
    expect(await getCheckout(shop, checkout.id)).toMatchObject({ refundedAmount: String(million) });
  });

  test("waits for the customer's address without one, at a link that only this answer contains", async () => {
    const { id } = await paid(shop, million);
    const refund = expectRefund(await postRefund(shop, id, { json: { amount: "1" } }));
    expect(refund).toMatchObject({
      status: "AWAITING_ADDRESS",
      destinationAddress: null,
      reason: null,
      refundType: "CUSTOMER_REQUEST",
    });
    const prefix = `${demo.checkoutPageUrl}/r/`;
    expect(refund.claimUrl?.slice(0, prefix.length)).toBe(prefix);
    const token = refund.claimUrl?.slice(prefix.length) ?? "";
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    for (const shown of [await getRefunds(shop, id), await getCheckout(shop, id), await getPublic(shop, id)])
      expect(JSON.stringify(shown)).not.toContain(token);
  });

  test("after settlement it waits for the merchant's signature", async () => {
    // The first project settles at once.
    const { id, depositAddress } = await pending(demo, million);
    await pay(demo, String(depositAddress), million);
    await untilStatus(demo, id, "SETTLED");
    const { status } = expectRefund(await postRefund(demo, id, { json: { amount: "1", ...to } }));
    // Others ask the first project for refunds too: its day's limit may be used up.
    expect(["AWAITING_SIGNATURE", "AWAITING_APPROVAL"]).toContain(status);
  });

  test("refunds everything left without an amount, once for the same Idempotency-Key", async () => {
    const { id } = await paid(shop, million);
    expectRefund(await postRefund(shop, id, { json: { amount: "300000", ...to } }));
    const request = { json: to, headers: { "idempotency-key": `rest of ${id}` } };
    const rest = expectRefund(await postRefund(shop, id, request));
    expect(rest.amount).toBe("700000");
    expect(expectRefund(await postRefund(shop, id, request))).toEqual(rest);
    expectFailure(await postRefund(shop, id, { json: to }), "REFUND_AMOUNT_EXCEEDS_AVAILABLE", "amount");
    expect(expectRefunds(await getRefunds(shop, id)).pagination.total).toBe(2);
  });

  test("the same Idempotency-Key makes one refund, with the same link, 20 times at once and afterwards", async () => {
    const { id } = await paid(shop, million);
    const headers = { "idempotency-key": `refund ${id}` };
    const request = { json: { amount: million.toString() }, headers };
    const answers = await Promise.all(Array.from({ length: 20 }, () => postRefund(shop, id, request)));
    const links = new Set<string | null>();
    for (const answer of [...answers, await postRefund(shop, id, request)]) {
      if (answer.status === 201) links.add(expectRefund(answer).claimUrl);
      else expectFailure(answer, "IDEMPOTENCY_KEY_IN_USE");
    }
    expect(links.size).toBe(1);
    expect(expectRefunds(await getRefunds(shop, id)).pagination.total).toBe(1);
    const other = { json: { amount: "1" }, headers };
    expectFailure(await postRefund(shop, id, other), "IDEMPOTENCY_KEY_REUSED");
  });
});

test.describe("400", () => {
  const long = "x".repeat(501);
  test("a malformed value is refused by name, before the checkout is read", async () => {
    for (const [what, json, param] of [
      ["an amount of 0", { amount: "0" }, "amount"],
      ["an amount below 0", { amount: "-1" }, "amount"],
      ["an amount as a number", { amount: 1 }, "amount"],
      ["an amount with a fraction", { amount: "1.9" }, "amount"],
      ["an amount with an exponent", { amount: "1e3" }, "amount"],
      ["an amount in hexadecimal", { amount: "0x10" }, "amount"],
      ["an amount with spaces", { amount: " 5 " }, "amount"],
      ["NaN", { amount: "NaN" }, "amount"],
      ["2^256", { amount: (2n ** 256n).toString() }, "amount"],
      ["a reason of 501 characters", { amount: "1", reason: long }, "reason"],
      ["a reason with NUL", { amount: "1", reason: "a\u0000" }, "reason"],
      ["a reason with half a character", { amount: "1", reason: "\ud800" }, "reason"],
      ["a kind that there is not", { amount: "1", refundType: "BECAUSE" }, "refundType"],
      ["a kind in small letters", { amount: "1", refundType: "cancellation" }, "refundType"],
      ["an address that is none", { amount: "1", destinationAddress: "0x12" }, "destinationAddress"],
      [
        "an address with a wrong checksum",
        { amount: "1", destinationAddress: customer.replace("F", "f") },
        "destinationAddress",
      ],
      ["a list for a body", [], undefined],
    ] as const)
      for (const id of [(await cancelledOnce()).id, unknownId])
        await test.step(what, async () => {
          expectFailure(await postRefund(shop, id, { json }), "VALIDATION_ERROR", param);
        });
  });

  test("an address that isn't a wallet", async () => {
    const checkout = await cancelledOnce();
    const other = await pending(demo, million);
    const chain = chainOf(demo);
    const nobodys = {
      "the zero address": `0x${"0".repeat(40)}`,
      USDC: tokenOf(chain, "USDC"),
      USDT: tokenOf(chain, "USDT"),
      "the factory": chain.factory,
      "its own deposit address": checkout.depositAddress,
      "another shop's deposit address": other.depositAddress,
    };
    for (const [what, destinationAddress] of Object.entries(nobodys)) {
      await test.step(what, async () => {
        const answer = await postRefund(shop, checkout.id, { json: { amount: "1", destinationAddress } });
        expectFailure(answer, "VALIDATION_ERROR", "destinationAddress");
      });
    }
  });

  test("more than available, with the available amount", async () => {
    const { id } = await paid(shop, million);
    const ask = (amount: string) => postRefund(shop, id, { json: { amount, ...to } });
    const refusal = expectFailure(await ask("1000001"), "REFUND_AMOUNT_EXCEEDS_AVAILABLE", "amount");
    expect(refusal.message).toContain("At most 1000000 ");
    expectFailure(await ask((2n ** 256n - 1n).toString()), "REFUND_AMOUNT_EXCEEDS_AVAILABLE");
    expectRefund(await ask("999999"));
    const rest = expectFailure(await ask("2"), "REFUND_AMOUNT_EXCEEDS_AVAILABLE");
    expect(rest.message).toContain("At most 1 ");
    expectRefund(await ask("1"));
  });
});

test.describe("404", () => {
  test("another merchant's checkout is answered like an unknown one", async () => {
    const foreign = await cancelledInPart(strictShop, 1_000n);
    const json = { amount: "1", ...to };
    const theirs = await postRefund(shop, foreign.id, { json });
    const nobodys = await postRefund(shop, unknownId, { json });
    expectFailure(theirs, "CHECKOUT_NOT_FOUND");
    expect(withoutRequestId(theirs)).toBe(withoutRequestId(nobodys));
    expect([...theirs.headers.keys()]).toEqual([...nobodys.headers.keys()]);
    expectRefund(await postRefund(strictShop, foreign.id, { json }));
  });
});

test.describe("409", () => {
  const expectRefusal = async (id: string, said: string | RegExp) => {
    const { message } = expectFailure(
      await postRefund(shop, id, { json: { amount: "1" } }),
      "CHECKOUT_NOT_REFUNDABLE",
    );
    expect(message).toMatch(said);
  };

  test("a PENDING checkout, paid in part or not", async () => {
    const { id, depositAddress } = await pending(shop, million);
    await expectRefusal(id, /PENDING/);
    await pay(shop, String(depositAddress), 400_000n);
    await untilReceived(shop, id, 400_000n);
    await expectRefusal(id, /PENDING/);
  });

  test("a CANCELLED one that received nothing, with a token and without", async () => {
    for (const { id } of [
      await pending(shop, million),
      await createCheckout(shop, { fiatAmount: "4.50", fiatCurrency: "USD" }),
    ]) {
      await postCancel(shop, id);
      await expectRefusal(id, /no payment/);
    }
  });
});

test("after its deadline: nothing without a payment, a partial payment, and a late one", async () => {
  const expiring = {
    unpaid: await pending(shop, million),
    part: await pending(shop, million),
    late: await pending(shop, million),
  };
  await pay(shop, String(expiring.part.depositAddress), 400_000n);
  await untilReceived(shop, expiring.part.id, 400_000n);
  const ids = Object.values(expiring).map(({ id }) => id);
  await endTime(shop, ids);
  await Promise.all(ids.map((id) => untilStatus(shop, id, "EXPIRED")));
  const empty = await postRefund(shop, expiring.unpaid.id, { json: { amount: "1" } });
  expect(expectFailure(empty, "CHECKOUT_NOT_REFUNDABLE").message).toContain("no payment");
  const { message } = expectFailure(await postCancel(shop, expiring.part.id), "CHECKOUT_NOT_CANCELLABLE");
  expect(message).toContain("EXPIRED");

  const part = { amount: "400000", ...to };
  expect(expectRefund(await postRefund(shop, expiring.part.id, { json: part })).status).toBe("PENDING");
  expectFailure(
    await postRefund(shop, expiring.part.id, { json: { amount: "1" } }),
    "REFUND_AMOUNT_EXCEEDS_AVAILABLE",
  );

  await pay(shop, String(expiring.late.depositAddress), million);
  await untilStatus(shop, expiring.late.id, "LATE_PAID");
  const late = { amount: million.toString(), refundType: "LATE_PAYMENT" };
  expect(expectRefund(await postRefund(shop, expiring.late.id, { json: late })).status).toBe(
    "AWAITING_ADDRESS",
  );
});

let cancelled: Promise<CheckoutResource> | undefined;

/** One for all tests that take a unit of it at most. */
function cancelledOnce(): Promise<CheckoutResource> {
  cancelled ??= cancelledInPart(shop, 400_000n);
  return cancelled;
}
