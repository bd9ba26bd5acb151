import { afterEach, expect, it } from "vitest";
import type { Checkout, CheckoutStatus } from "@/lib/checkouts/checkout.rules";
import { cancelCheckout } from "@/lib/checkouts/pending-checkout";
import { acceptPayment } from "@/lib/payments/accept-payment";
import { expireCheckouts } from "@/lib/payments/expire-checkouts";
import { hourMs } from "@/lib/platform/values/time.rules";
import { auditBooks } from "./audit";
import { freshWallet, openWorld, price, testNetwork, testWorld } from "./world";
import { operator, ownedByMerchant, refunding } from "./world/refunding";
import { settling } from "./world/settling";

const network = await testNetwork();
const world = testWorld([network], { project: ownedByMerchant(network) });
const desk = refunding(world);
// Whatever the test did, the books add up.
afterEach(async () => expect(await auditBooks(world, network)).toEqual([]));

async function pay({ depositAddress }: Checkout, units: bigint): Promise<void> {
  await network.pay(depositAddress, units);
  await world.mineAndWatch(2);
}

async function sendBack(checkout: Checkout, units: bigint): Promise<void> {
  await desk.sendBack(checkout, freshWallet(), units);
  await world.mineAndWatch(2);
}

async function sweep(checkout: Checkout): Promise<void> {
  await settling(world).sweepAsStranger(checkout);
  await world.mineAndWatch(2);
}

async function expire(): Promise<void> {
  await network.pass(120);
  await world.watch();
  await expireCheckouts(world.deps);
}

/** The service says so, and the audit agrees with this status and with no other. */
async function expectAudited(checkout: Checkout, status: CheckoutStatus): Promise<void> {
  expect(await world.status(checkout)).toBe(status);
  expect(await auditBooks(world, network)).toEqual([]);
  const wrong = status === "PENDING" ? "EXPIRED" : "PENDING";
  await world.query("UPDATE checkouts SET status = $2::checkout_status WHERE id = $1", [checkout.id, wrong]);
  expect(await auditBooks(world, network)).toContainEqual(expect.stringContaining(`should be ${status}`));
  await world.query("UPDATE checkouts SET status = $2::checkout_status WHERE id = $1", [checkout.id, status]);
}

it("agrees that a cancelled checkout stays cancelled until its amount is there", async () => {
  const checkout = await world.create();
  await pay(checkout, price - 1n);
  await cancelCheckout(world.deps, world.project.id, checkout.id);
  await expectAudited(checkout, "CANCELLED");
  await pay(checkout, 1n);
  await expectAudited(checkout, "LATE_PAID");
});

it("agrees that what a merchant accepted late is the price, which a sweep settles", async () => {
  const checkout = await world.createFor(1);
  await expire();
  await pay(checkout, price - 5n);
  await expectAudited(checkout, "EXPIRED");
  const deps = { ...world.deps, refunds: world.stores.refunds };
  await acceptPayment(deps, operator, checkout.id, undefined);
  await expectAudited(checkout, "LATE_PAID");
  await sweep(checkout);
  await expectAudited(checkout, "SETTLED");
});

it("agrees that a payment is in time when the service read it in time, though its block says otherwise", async () => {
  const checkout = await world.createFor(1);
  await network.pass(120);
  world.clockAheadMs = -120_000;
  await pay(checkout, price);
  await expectAudited(checkout, "PAID");
});

it.each([
  ["later than its block", hourMs],
  ["earlier than its checkout", -hourMs],
])("says so when a transfer is recorded as %s", async (_, byMs) => {
  const world = await openWorld([network], { project: ownedByMerchant(network), scanned: true });
  const { payments } = world.deps;
  world.deps.payments = {
    ...payments,
    transaction: (work) =>
      payments.transaction((tx) =>
        work({
          ...tx,
          insertTransfers: (logs) =>
            tx.insertTransfers(
              logs.map((log) => ({
                ...log,
                blockTimestamp: new Date(log.blockTimestamp.getTime() + byMs),
              })),
            ),
        }),
      ),
  };
  await refunding(world).paid();
  expect(await auditBooks(world, network)).toEqual([expect.stringContaining("its block at")]);
  await world.close();
});

it("agrees that a part which the deposit sent back refunds a checkout once its time is over", async () => {
  const checkout = await world.createFor(1);
  await pay(checkout, 7n);
  await sendBack(checkout, 7n);
  await expectAudited(checkout, "PENDING");
  await expire();
  await expectAudited(checkout, "REFUNDED");
});

it("agrees that money after a refund changes nothing, even if the deposit sends a part of it back", async () => {
  const checkout = await desk.paid();
  await sendBack(checkout, price);
  await expectAudited(checkout, "REFUNDED");
  await pay(checkout, 9n);
  await sendBack(checkout, 4n);
  await expectAudited(checkout, "REFUNDED");
});
