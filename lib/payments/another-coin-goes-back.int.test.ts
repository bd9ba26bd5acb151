import { afterEach, expect, it } from "vitest";
import { selectToken } from "@/lib/checkouts/pending-checkout";
import { auditBooks } from "@/lib/testing/audit";
import { outcome } from "@/lib/testing/outcome";
import { freshWallet, testNetwork, testWorld } from "@/lib/testing/world";
import { ownedByMerchant, refunding } from "@/lib/testing/world/refunding";
import { acceptLateByRule } from "./accept-by-rule";
import { acceptPayment } from "./accept-payment";
import { expireCheckouts } from "./expire-checkouts";
import { createLateRuleStore } from "./late-rule.store";
import { redeemCheckout } from "./redeem-checkout";

const network = await testNetwork();
const world = testWorld([network], { project: ownedByMerchant(network) });
const desk = refunding(world);
// Whatever the test did, the books add up.
afterEach(async () => expect(await auditBooks(world, network)).toEqual([]));

it("is left to a person by the rule for late payments, and opens nothing, while a part in another coin goes back", async () => {
  await world.query(
    "UPDATE projects SET any_token_pays = true, late_accept_bps = 200, late_accept_since = $1",
    [new Date(world.now.getTime() - 3_600_000)],
  );
  const checkout = await world.create({ fiatAmount: "4.50", fiatCurrency: "USD", expiryMinutes: 5 });
  await selectToken(world.deps, checkout.id, { chainId: 31337, tokenAddress: network.usdc });
  await network.pay(checkout.depositAddress, 2_000_000n);
  await world.mineAndWatch(2);
  await world.pass(20 * 60);
  await world.mineAndWatch(2);
  await expireCheckouts(world.deps);
  await desk.refund(checkout, freshWallet(), 2_000_000n);
  await network.pay(checkout.depositAddress, 5_000_000n, { token: network.usdt });
  await world.mineAndWatch(2);
  const deps = { ...world.deps, refunds: world.stores.refunds };
  await acceptLateByRule({ ...deps, lateRules: createLateRuleStore(world.stores.database) });
  expect(await world.find(checkout)).toMatchObject({ status: "LATE_PAID", lateAcceptedAt: null });

  await acceptPayment(deps, { projectId: world.project.id, userId: null }, checkout.id, undefined);
  expect(await world.find(checkout)).toMatchObject({ lateAcceptedAt: expect.any(Date), refundingUnits: 0n });
  expect(await outcome(redeemCheckout(deps, world.project.id, checkout.id))).toBe("CONFLICT");
});
