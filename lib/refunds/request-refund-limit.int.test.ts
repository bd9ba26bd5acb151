import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { later } from "@/lib/testing/builders";
import { customer, dai, openTill, type Till } from "@/lib/testing/till";
import { approveRefund, cancelRefund } from "./refund-steps";
import type { RequestedRefund } from "./request-refund";

const to = { destinationAddress: customer };
const million = 1_000_000n;
let till: Till;
let day = 0;

beforeAll(async () => {
  till = await openTill();
});
beforeEach(() => {
  // Each on a day of its own, so that no test uses up another's limit.
  day += 1;
  till.now = later(day * 24 * 3_600_000);
});
afterAll(() => till?.close());

const statusOf = async (work: Promise<RequestedRefund>) => (await work).refund.status;
/** Paid in time: each day of this file is later than the builder's checkouts. */
const paid = (units: bigint, overrides: Partial<Checkout> = {}) =>
  till.paid(units, { expiresAt: later(30 * 60_000, till.now), ...overrides });

describe("the day's limit of 500 tokens", () => {
  const big = () => paid(2_000n * million);
  const ask = (checkout: Checkout, tokens: bigint) =>
    statusOf(till.refund(checkout, { amount: `${tokens * million}`, ...to }));

  test("is reached by 500 and passed by one unit more", async () => {
    const [first, second] = [await big(), await big()];
    expect(await ask(first, 300n)).toBe("PENDING");
    expect(await ask(second, 200n)).toBe("PENDING");
    expect(await statusOf(till.refund(first, { amount: "1", ...to }))).toBe("AWAITING_APPROVAL");
  });

  test("holds 501 at once", async () => {
    expect(await ask(await big(), 501n)).toBe("AWAITING_APPROVAL");
  });

  test("begins anew at midnight UTC", async () => {
    const checkout = await big();
    day += 1;
    const midnight = new Date(Date.UTC(2026, 0, 1 + day));
    till.now = later(-1, midnight);
    expect(await ask(checkout, 500n)).toBe("PENDING");
    expect(await ask(checkout, 1n)).toBe("AWAITING_APPROVAL");
    till.now = midnight;
    expect(await ask(checkout, 500n)).toBe("PENDING");
  });

  test("does not count what an owner has not accepted, and counts it once approved", async () => {
    const checkout = await big();
    const { refund: waiting } = await till.refund(checkout, { amount: `${501n * million}`, ...to });
    expect(await ask(checkout, 300n)).toBe("PENDING");
    const { refund: cancelled } = await till.refund(checkout, { amount: `${300n * million}`, ...to });
    expect(cancelled.status).toBe("AWAITING_APPROVAL");
    const owner = { projectId: till.project.id, userId: "usr_owner" };
    await cancelRefund(till.deps, owner, cancelled.id);
    expect(await ask(checkout, 200n)).toBe("PENDING");
    expect(await ask(checkout, 1n)).toBe("AWAITING_APPROVAL");

    const another = await big();
    await till.query("UPDATE refunds SET via_api = false WHERE status = 'PENDING'");
    expect((await approveRefund(till.deps, owner, waiting.id, to)).status).toBe("PENDING");
    expect(await ask(another, 1n)).toBe("AWAITING_APPROVAL");
  });

  test("does not count a refund of a frozen checkout that waits for an owner", async () => {
    const frozen = await big();
    await till.query("UPDATE checkouts SET settlement_frozen = true WHERE id = $1", [frozen.id]);
    expect(await ask(frozen, 500n)).toBe("AWAITING_APPROVAL");
    expect(await ask(await big(), 500n)).toBe("PENDING");
  });

  test("does not count what was cancelled or failed, nor what an owner asked for", async () => {
    const checkout = await big();
    for (const change of ["status = 'CANCELLED'", "status = 'FAILED'", "via_api = false"]) {
      const { refund } = await till.refund(checkout, { amount: `${500n * million}`, ...to });
      expect(refund.status).toBe("PENDING");
      await till.query(`UPDATE refunds SET ${change} WHERE id = $1`, [refund.id]);
    }
    expect(await ask(checkout, 500n)).toBe("PENDING");
  });

  test("is each project's own", async () => {
    await ask(await big(), 500n);
    const mine = till.project;
    const projectId = await till.stores.createProject();
    till.project = { ...mine, id: projectId };
    try {
      expect(await ask(await paid(2_000n * million, { projectId }), 500n)).toBe("PENDING");
    } finally {
      till.project = mine;
    }
  });

  test("is a setting", async () => {
    const mine = till.project;
    till.project = { ...mine, refundDailyLimitUnits: 0n };
    try {
      expect(await ask(await big(), 1n)).toBe("AWAITING_APPROVAL");
    } finally {
      till.project = mine;
    }
  });

  test("counts tokens, however many decimals they have", async () => {
    const ether = 10n ** 18n;
    const checkout = await till.create({
      tokenAddress: dai,
      amountUnits: 1_000n * ether,
      expiresAt: later(30 * 60_000, till.now),
    });
    await till.receive(checkout, 1_000n * ether);
    expect(await statusOf(till.refund(checkout, { amount: `${400n * ether}`, ...to }))).toBe("PENDING");
    expect(await statusOf(till.refund(checkout, { amount: `${100n * ether + 1n}`, ...to }))).toBe(
      "AWAITING_APPROVAL",
    );
  });
});
