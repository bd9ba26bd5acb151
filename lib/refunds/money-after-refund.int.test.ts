import { afterEach, expect, it } from "vitest";
import { overpaymentView, seenOverpaymentView } from "@/lib/checkouts/views/checkout-fields.schema";
import { findPublicCheckout } from "@/lib/checkouts/views/public-checkout.store";
import { createInboxStore } from "@/lib/insights/inbox/inbox.store";
import { settleCheckouts } from "@/lib/settlement/settle-checkouts";
import { auditBooks } from "@/lib/testing/audit";
import { outcome } from "@/lib/testing/outcome";
import { freshWallet, price, testNetwork, testWorld } from "@/lib/testing/world";
import { ownedByMerchant, refunding } from "@/lib/testing/world/refunding";

const network = await testNetwork();
const world = testWorld([network], { project: ownedByMerchant(network) });
const desk = refunding(world);
// Whatever the test did, the books add up.
afterEach(async () => expect(await auditBooks(world, network)).toEqual([]));

it("is an overpayment: shown to both sides, settled by policy, and refunded", async () => {
  await world.change({ settlementPolicy: "IMMEDIATE" });
  const customer = freshWallet();
  const checkout = await desk.paid();
  await desk.refund(checkout, customer, price);
  await desk.sendBack(checkout, customer, price);
  await world.mineAndWatch(2);
  const shown = async () => {
    const found = await findPublicCheckout(world.stores.database.pool, checkout.id);
    const { over } = createInboxStore(world.stores.database);
    const { items } = await over.page(world.project.id, {}, { kind: "first" }, 9);
    return {
      page: found === null ? null : seenOverpaymentView(found.checkout, 0, found.moneyRequest),
      resource: overpaymentView(await world.find(checkout)),
      inbox: items.map(({ orderState, excessUnits }) => [orderState, excessUnits]),
    };
  };
  expect(await shown()).toEqual({ page: null, resource: null, inbox: [] });
  expect(await outcome(desk.refund(checkout, customer, 1n))).toBe("CHECKOUT_NOT_REFUNDABLE");

  await network.pay(checkout.depositAddress, price);
  await world.scan();
  const amount = price.toString();
  expect((await shown()).page).toMatchObject({ amount, refundable: amount, isFinal: false });
  await world.mineAndWatch(2);
  expect(await shown()).toMatchObject({
    page: { amount, refundable: amount, isFinal: true },
    resource: { amount, refundable: amount },
    inbox: [["refunded", price]],
  });

  for (let round = 0; round < 3; round++) {
    await settleCheckouts(world.deps, 31337);
    await world.mineAndWatch(2);
    await world.pass(20);
  }
  expect(await network.balance(checkout.depositAddress)).toBe(0n);
  expect(await outcome(desk.refund(checkout, customer, price + 1n))).toBe("REFUND_AMOUNT_EXCEEDS_AVAILABLE");
  await desk.refund(checkout, customer, price);
  await desk.payBack(customer, price);
  await world.mineAndWatch(2);
  expect(await network.balance(customer)).toBe(2n * price);
  expect(await world.find(checkout)).toMatchObject({ status: "REFUNDED", refundedUnits: 2n * price });
  expect(await shown()).toEqual({ page: null, resource: null, inbox: [] });
  expect(await world.events(checkout)).toBe(
    "created detected paid refund.completed refunded refund.completed",
  );
});
