import { expect, test } from "@playwright/test";
import { refundTypes } from "@/lib/checkouts/refunds/refund.rules";
import type { CheckoutResource } from "@/lib/checkouts/views/checkout.schema";
import { getPublic, untilStatus } from "../support/api";
import { pay } from "../support/chain";
import { expectFailure } from "../support/contract";
import { openProjects, type Projects } from "../support/projects";
import {
  cancelledInPart,
  customer,
  expectRefund,
  expectRefunds,
  getRefunds,
  paid,
  pending,
  postCancel,
  postRefund,
  shopOf,
} from "../support/refunds";
import { manifest } from "../support/stack";

// Over HTTP what lib/refunds tests without it.

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
  for (const refundType of refundTypes) {
    test(`of the kind ${refundType}`, async () => {
      const { id } = await cancelledOnce();
      const json = { amount: "1", refundType, ...to };
      expect(expectRefund(await postRefund(shop, id, { json })).refundType).toBe(refundType);
    });
  }

  test("what was paid too much", async () => {
    const { id } = await paid(shop, million, million + 5n);
    const json = { amount: "5", refundType: "OVERPAYMENT", ...to };
    expect(expectRefund(await postRefund(shop, id, { json })).status).toBe("PENDING");
  });

  test("of a cancelled checkout that was paid in part", async () => {
    const { id } = await cancelledInPart(shop, 400_000n);
    const refund = expectRefund(await postRefund(shop, id, { json: { amount: "400000", ...to } }));
    expect(refund.status).toBe("PENDING");
    expectFailure(await postRefund(shop, id, { json: { amount: "1" } }), "REFUND_AMOUNT_EXCEEDS_AVAILABLE");
  });

  test("of a payment that came after the cancellation", async () => {
    const { id, depositAddress } = await pending(shop, million);
    await postCancel(shop, id);
    await pay(shop, String(depositAddress), million);
    await untilStatus(shop, id, "LATE_PAID");
    const json = { amount: million.toString(), refundType: "LATE_PAYMENT", ...to };
    expect(expectRefund(await postRefund(shop, id, { json })).status).toBe("PENDING");
  });

  test("in strict mode it waits for the merchant's signature, or first for the address", async () => {
    const { id } = await paid(strictShop, million);
    const ask = async (json: object) => expectRefund(await postRefund(strictShop, id, { json })).status;
    expect(await ask({ amount: "1", ...to })).toBe("AWAITING_SIGNATURE");
    expect(await ask({ amount: "1" })).toBe("AWAITING_ADDRESS");
  });

  test("500 tokens a day need no approval, one unit more does", async () => {
    const limited = shopOf(demo, await projects.make({ refundMode: "CONVENIENT" }));
    const { id } = await cancelledInPart(limited, 1_002n * million);
    const ask = async (amount: bigint) =>
      expectRefund(await postRefund(limited, id, { json: { amount: amount.toString(), ...to } })).status;
    expect(await ask(501n * million)).toBe("AWAITING_APPROVAL");
    expect(await ask(500n * million)).toBe("PENDING");
    expect(await ask(1n)).toBe("AWAITING_APPROVAL");
  });

  test("501 tokens at once need approval, and have their link all the same", async () => {
    const limited = shopOf(demo, await projects.make({ refundMode: "CONVENIENT" }));
    const { id } = await cancelledInPart(limited, 501n * million);
    const json = { amount: (501n * million).toString() };
    const refund = expectRefund(await postRefund(limited, id, { json }));
    expect(refund.status).toBe("AWAITING_APPROVAL");
    expect(refund.claimUrl).not.toBeNull();
  });

  test("16 at once are as many as what was received allows", async () => {
    const { id } = await paid(shop, million);
    const json = { amount: "100000", ...to };
    const answers = await Promise.all(Array.from({ length: 16 }, () => postRefund(shop, id, { json })));
    for (const answer of answers)
      if (answer.status !== 201) expectFailure(answer, "REFUND_AMOUNT_EXCEEDS_AVAILABLE", "amount");
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(expectRefunds(await getRefunds(shop, id)).pagination.total).toBe(10);
  });
});

test.describe("409", () => {
  test("one whose payment is seen and not yet confirmed", async () => {
    // Confirmation takes a block or two: by chance it may be there before the question.
    for (let attempt = 0; ; attempt++) {
      const { id, depositAddress } = await pending(shop, million);
      await pay(shop, String(depositAddress), million);
      await expect
        .poll(async () => (await getPublic(shop, id)).status, { timeout: 20_000, intervals: [50] })
        .not.toBe("PENDING");
      const answer = await postRefund(shop, id, { json: { amount: "1" } });
      if (answer.status === 201 && attempt < 5) continue;
      const { message } = expectFailure(answer, "CHECKOUT_NOT_REFUNDABLE");
      expect(message).toContain("DETECTED");
      return;
    }
  });
});

let cancelled: Promise<CheckoutResource> | undefined;

/** One for all tests that take a unit of it at most. */
function cancelledOnce(): Promise<CheckoutResource> {
  cancelled ??= cancelledInPart(shop, 400_000n);
  return cancelled;
}
