import { describe, expect, test } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { Queryable } from "@/lib/platform/database";
import { dayMs } from "@/lib/platform/values/time.rules";
import { later } from "@/lib/testing/builders";
import { changedWhileWaiting } from "@/lib/testing/gate";
import { fileWorld } from "@/lib/testing/world";
import { byHand, customer } from "@/lib/testing/world/by-hand";
import { dai } from "@/lib/testing/world/deps";
import { approveRefund, cancelRefund } from "./refund-steps";
import type { RequestedRefund } from "./request-refund";

const to = { destinationAddress: customer };
const million = 1_000_000n;
const world = await fileWorld([], {
  project: { refundMode: "CONVENIENT" },
  stillClock: "times are compared to the millisecond",
});
const till = byHand(world);

const statusOf = async (work: Promise<RequestedRefund>) => (await work).refund.status;

describe("the day's limit of 500 tokens", () => {
  const big = () => till.paid(2_000n * million);
  const ask = (checkout: Checkout, tokens: bigint) =>
    statusOf(till.refund(checkout, { amount: `${tokens * million}`, ...to }));

  test("accepts 500, and holds one unit more", async () => {
    const [first, second] = [await big(), await big()];
    expect(await ask(first, 300n)).toBe("PENDING");
    expect(await ask(second, 200n)).toBe("PENDING");
    expect(await statusOf(till.refund(first, { amount: "1", ...to }))).toBe("AWAITING_APPROVAL");
  });

  test("holds 501 at once", async () => {
    expect(await ask(await big(), 501n)).toBe("AWAITING_APPROVAL");
  });

  test("starts again at midnight UTC", async () => {
    const checkout = await big();
    // Each test begins at noon.
    const midnight = later(dayMs / 2, world.now);
    world.now = later(-1, midnight);
    expect(await ask(checkout, 500n)).toBe("PENDING");
    expect(await ask(checkout, 1n)).toBe("AWAITING_APPROVAL");
    world.now = midnight;
    expect(await ask(checkout, 500n)).toBe("PENDING");
    expect(await ask(checkout, 1n)).toBe("AWAITING_APPROVAL");
  });

  test("counts a refund only once an owner approved it", async () => {
    const checkout = await big();
    const { refund: waiting } = await till.refund(checkout, { amount: `${501n * million}`, ...to });
    expect(await ask(checkout, 300n)).toBe("PENDING");
    const { refund: cancelled } = await till.refund(checkout, { amount: `${300n * million}`, ...to });
    expect(cancelled.status).toBe("AWAITING_APPROVAL");
    const owner = { projectId: world.project.id, userId: "usr_owner" };
    await cancelRefund(world.deps, owner, cancelled.id);
    expect(await ask(checkout, 200n)).toBe("PENDING");
    expect(await ask(checkout, 1n)).toBe("AWAITING_APPROVAL");

    const another = await big();
    await world.query("UPDATE refunds SET via_api = false WHERE status = 'PENDING'");
    expect((await approveRefund(world.deps, owner, waiting.id, to)).status).toBe("PENDING");
    expect(await ask(another, 1n)).toBe("AWAITING_APPROVAL");
  });

  test("counts a refund that waits for the customer's address", async () => {
    const checkout = await big();
    expect(await statusOf(till.refund(checkout, { amount: `${500n * million}` }))).toBe("AWAITING_ADDRESS");
    expect(await ask(checkout, 1n)).toBe("AWAITING_APPROVAL");
  });

  test("does not count a refund of a frozen checkout that waits for an owner", async () => {
    const frozen = await big();
    await world.query("UPDATE checkouts SET settlement_frozen = true WHERE id = $1", [frozen.id]);
    expect(await ask(frozen, 500n)).toBe("AWAITING_APPROVAL");
    expect(await ask(await big(), 500n)).toBe("PENDING");
  });

  test("ignores cancelled and failed refunds, and owners' requests", async () => {
    const checkout = await big();
    for (const change of ["status = 'CANCELLED'", "status = 'FAILED'", "via_api = false"]) {
      const { refund } = await till.refund(checkout, { amount: `${500n * million}`, ...to });
      expect(refund.status).toBe("PENDING");
      await world.query(`UPDATE refunds SET ${change} WHERE id = $1`, [refund.id]);
    }
    expect(await ask(checkout, 500n)).toBe("PENDING");
  });

  test("is separate per project", async () => {
    await ask(await big(), 500n);
    const projectId = await world.stores.createProject();
    const theirs = await till.paid(2_000n * million, { projectId });
    expect(await till.withProject({ id: projectId }, () => ask(theirs, 500n))).toBe("PENDING");
  });

  test("is a setting", async () => {
    const checkout = await big();
    const asked = till.withProject({ refundDailyLimitUnits: 0n }, () => ask(checkout, 1n));
    expect(await asked).toBe("AWAITING_APPROVAL");
  });

  test("counts tokens of any decimals", async () => {
    const ether = 10n ** 18n;
    const checkout = await till.paid(1_000n * ether, { tokenAddress: dai, amountUnits: 1_000n * ether });
    expect(await statusOf(till.refund(checkout, { amount: `${400n * ether}`, ...to }))).toBe("PENDING");
    expect(await statusOf(till.refund(checkout, { amount: `${100n * ether + 1n}`, ...to }))).toBe(
      "AWAITING_APPROVAL",
    );
  });
});

test("requestRefund under the lock: the daily limit was lowered", async () => {
  const { database } = world.stores;
  const checkout = await till.paid(10n * million);
  const setLimit = (connection: Queryable, units: bigint) =>
    connection.query("UPDATE projects SET refund_daily_limit_units = $2 WHERE id = $1", [
      world.project.id,
      units,
    ]);
  const requested = changedWhileWaiting(
    database,
    (owner) => setLimit(owner, 0n),
    () => till.refund(checkout, { amount: "1", ...to }),
  );
  expect(await statusOf(requested)).toBe("AWAITING_APPROVAL");
  await setLimit(database.pool, world.project.refundDailyLimitUnits);
});
