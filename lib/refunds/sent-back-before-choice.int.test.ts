import { afterAll, beforeAll, expect, it } from "vitest";
import { selectToken } from "@/lib/checkouts/pending-checkout";
import { startTestNetwork, type TestNetwork } from "@/lib/testing/network";
import { openRefundingWorld, type RefundingWorld } from "@/lib/testing/refund-desk";
import { freshWallet } from "@/lib/testing/service-world";

const price = 4_500_000n;
let network: TestNetwork;
let refunding: RefundingWorld;

beforeAll(async () => {
  network = await startTestNetwork();
  refunding = await openRefundingWorld(network);
});
afterAll(async () => {
  await refunding?.world.close();
  await network?.stop();
});

it("does not pay a checkout whose token is chosen after the merchant sent back what had come in it", async () => {
  const { world } = refunding;
  const { chainId } = network.definition;
  const checkout = await world.create({ fiatAmount: "4.50", fiatCurrency: "USD" });
  await network.pay(checkout.depositAddress, price);
  await refunding.settle();
  await refunding.sendBack(checkout, freshWallet(), price);
  await refunding.settle();
  await expect(
    selectToken(world.deps, checkout.id, { chainId, tokenAddress: network.usdc }),
  ).rejects.toMatchObject({ code: "CHECKOUT_NOT_SELECTABLE" });
  await refunding.settle();
  expect(await world.find(checkout)).toMatchObject({ status: "PENDING", totalPaidUnits: 0n });
  // In another token it can be paid all the same.
  await selectToken(world.deps, checkout.id, { chainId, tokenAddress: network.usdt });
  const { amountUnits } = await world.find(checkout);
  await network.pay(checkout.depositAddress, amountUnits ?? 0n, { token: network.usdt });
  await refunding.settle();
  expect(await world.status(checkout)).toBe("PAID");
});
