import { describe, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { handInHash } from "@/lib/refunds/hand-in-hash";
import { claimRefund } from "@/lib/refunds/links/claim-refund";
import { issueSignLink } from "@/lib/refunds/links/refund-links";
import { auditBooks } from "@/lib/testing/audit";
import { freshWallet, price, testNetwork, testWorld } from "@/lib/testing/world";
import { convenient, operator, ownedByMerchant, refunding, tokenOf } from "@/lib/testing/world/refunding";
import { settling } from "@/lib/testing/world/settling";
import { createRefundBody } from "./refund.schema";
import { requestRefund } from "./request-refund";

const network = await testNetwork();
const world = testWorld([network], { project: convenient });
const desk = refunding(world);

/** Paid, of which the money was swept to the merchant's wallet. */
async function swept(): Promise<Checkout> {
  const checkout = await desk.paid();
  await settling(world).sweepAsStranger(checkout);
  await network.chain.mine(3);
  await world.watch();
  return checkout;
}
const outcomes = async (checkout: Checkout) =>
  (await desk.refunds(checkout)).map(({ status, refundType }) => `${refundType} ${status}`);

describe("two equal refunds to one customer, one by the deposit and one by the merchant's wallet,", () => {
  async function pair(isSwept: boolean) {
    await world.change(ownedByMerchant(network));
    const byWallet = isSwept ? await swept() : await desk.paid();
    const held = await desk.paid();
    const customer = freshWallet();
    await desk.refund(held, customer, price);
    await desk.refund(byWallet, customer, price);
    return { held, byWallet, customer };
  }

  it.each([
    ["in one look", true, false],
    ["in two looks, the wallet's first", true, true],
    ["in two looks, the wallet's first, when both deposits could pay", false, true],
  ])("are both completed: %s", async (_, isSwept, isLookedAtBetween) => {
    const { held, byWallet, customer } = await pair(isSwept);
    await desk.payBack(customer, price);
    if (isLookedAtBetween) await world.scan();
    await desk.sendBack(held, customer, price);
    await world.mineAndWatch(2);
    expect(await desk.received(customer)).toEqual([price, price]);
    expect(await outcomes(held)).toEqual(["CUSTOMER_REQUEST COMPLETED"]);
    expect(await outcomes(byWallet)).toEqual(["CUSTOMER_REQUEST COMPLETED"]);
    expect(await world.stores.incidents.open(9)).toEqual([]);
    expect(await auditBooks(world, network)).toEqual([]);
  });

  it("are both completed by the wallet's hash, which comes after the deposit's payment was taken for another", async () => {
    await world.change(ownedByMerchant(network));
    const [held, byWallet, customer] = [await desk.paid(), await swept(), freshWallet()];
    await desk.refund(held, customer, 7n);
    const { claimUrl, refund } = await requestRefund(
      world.deps,
      world.project,
      byWallet.id,
      createRefundBody.parse({ amount: "7" }),
    );
    const { txHash } = await desk.payBack(customer, 7n);
    await desk.sendBack(held, customer, 7n);
    // The address comes after the payments: so far, no refund but one could have had them.
    await world.scan();
    expect(await outcomes(held)).toEqual(["CUSTOMER_REQUEST PROCESSING", "OTHER PROCESSING"]);
    await claimRefund(world.deps, tokenOf(claimUrl), { destinationAddress: customer });
    const { signUrl } = await issueSignLink(world.deps, operator, refund.id);
    expect((await handInHash(world.deps, tokenOf(signUrl), { txHash })).refund.status).toBe("PROCESSING");
    await world.mineAndWatch(2);
    expect(await outcomes(held)).toEqual(["CUSTOMER_REQUEST COMPLETED", "OTHER CANCELLED"]);
    expect(await outcomes(byWallet)).toEqual(["CUSTOMER_REQUEST COMPLETED"]);
  });
});
