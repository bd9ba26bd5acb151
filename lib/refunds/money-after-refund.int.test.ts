import { afterEach, expect, it } from "vitest";
import { overpaymentView, seenOverpaymentView } from "@/lib/checkouts/views/checkout-fields.schema";
import { findPublicCheckout } from "@/lib/checkouts/views/public-checkout.store";
import { createInboxStore } from "@/lib/insights/inbox/inbox.store";
import { settleCheckouts } from "@/lib/settlement/settle-checkouts";
import { auditBooks } from "@/lib/testing/audit";
import { outcome } from "@/lib/testing/outcome";
import { freshWallet, price, testNetwork, testWorld } from "@/lib/testing/world";
import { ownedByMerchant, refundingWith } from "@/lib/testing/world/refunding";

const network = await testNetwork();
const world = testWorld([network], { project: ownedByMerchant(network) });
const refunding = refundingWith(world);
// Whatever the test did, the books add up.
afterEach(async () => expect(await auditBooks(world, network)).toEqual([]));

it("is an overpayment: shown to both sides, settled by policy, and refunded", async () => {
  await world.change({ settlementPolicy: "IMMEDIATE" });
  const customer = freshWallet();
  const checkout = await refunding.paid(price);
  await refunding.ask(checkout, price, customer);
  await refunding.sendBack(checkout, customer, price);
  await refunding.settle();
  const shown = async () => {
    const found = await findPublicCheckout(world.stores.database.pool, checkout.id);
    const { over } = createInboxStore(world.stores.database);
    const { items } = await over.page(world.project.id, {}, { kind: "first" }, 9);
    return {
      page: found === null ? null : seenOverpaymentView(found.checkout),
      resource: overpaymentView(await world.find(checkout)),
      inbox: items.map(({ orderState, excessUnits }) => [orderState, excessUnits]),
    };
  };
  expect(await shown()).toEqual({ page: null, resource: null, inbox: [] });
  expect(await outcome(refunding.ask(checkout, 1n, customer))).toBe("CHECKOUT_NOT_REFUNDABLE");

  await network.pay(checkout.depositAddress, price);
  await world.scan();
  const amount = price.toString();
  expect((await shown()).page).toMatchObject({ amount, refundable: amount, isFinal: false });
  await refunding.settle();
  expect(await shown()).toMatchObject({
    page: { amount, refundable: amount, isFinal: true },
    resource: { amount, refundable: amount },
    inbox: [["refunded", price]],
  });

  for (let round = 0; round < 3; round++) {
    await settleCheckouts(world.deps, 31337);
    await refunding.settle();
    await world.pass(20);
  }
  expect(await network.balance(checkout.depositAddress)).toBe(0n);
  expect(await outcome(refunding.ask(checkout, price + 1n, customer))).toBe(
    "REFUND_AMOUNT_EXCEEDS_AVAILABLE",
  );
  await refunding.ask(checkout, price, customer);
  await refunding.payBack(customer, price);
  await refunding.settle();
  expect(await network.balance(customer)).toBe(2n * price);
  expect(await world.find(checkout)).toMatchObject({ status: "REFUNDED", refundedUnits: 2n * price });
  expect(await shown()).toEqual({ page: null, resource: null, inbox: [] });
  expect(await world.events(checkout)).toBe(
    "created detected paid refund.completed refunded refund.completed",
  );
});
