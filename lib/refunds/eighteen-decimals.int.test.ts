import { beforeAll, beforeEach, expect, it } from "vitest";
import { reconcile } from "@/lib/books/reconcile";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { createCheckout } from "@/lib/checkouts/create-checkout";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { freshCustomer, testDesk } from "@/lib/testing/refund-desk";
import { settling } from "@/lib/testing/settling-world";
import { outcome } from "@/lib/testing/till";
import { deployWideToken } from "@/lib/testing/wide-token";
import { freshWallet, testNetwork } from "@/lib/testing/world";

const whole = 10n ** 18n;
const price = 4n * whole + 1n;
let token: Hex;

const network = await testNetwork();
const desk = testDesk(network);
beforeAll(async () => {
  token = await deployWideToken(network, 1_000n * whole);
  const { definition } = network;
  const wide = { symbol: "USDC", name: "Binance-Peg USD Coin", address: token, decimals: 18 };
  network.definition = { ...definition, tokens: [...definition.tokens, wide] };
});
beforeEach(async () => {
  const { world } = desk;
  const chosen = [{ chainId: network.definition.chainId, tokenAddress: token }];
  await world.stores.admin.acceptTokens(world.project.id, chosen, new Date());
  world.project = { ...world.project, acceptedTokens: chosen };
});

const body = () => ({ amount: price, chainId: network.definition.chainId, tokenAddress: token });
async function pay(checkout: Checkout, units: bigint) {
  await network.pay(checkout.depositAddress, units, { token });
  await desk.world.mineAndWatch(2);
}

it("a project's minimum counts whole tokens, also in a price with 18 decimals", async () => {
  const { world } = desk;
  const create = (minimumUnits: bigint) =>
    createCheckout(world.deps, { ...world.project, minimumUnits }, "server_key", body());
  expect(await outcome(create(4_000_001n))).toBe("AMOUNT_TOO_SMALL");
  expect((await create(4_000_000n)).checkout.amountUnits).toBe(price);
});

it("a payment in parts, above its price, is refunded in parts and settled to the last unit", async () => {
  const { world } = desk;
  const { lookOn, sweepAll } = settling(world);
  const merchantAddress = freshWallet();
  const customer = freshCustomer();
  const checkout = await world.create({ ...body(), merchantAddress });
  await pay(checkout, price - 1n);
  expect(await world.find(checkout)).toMatchObject({ status: "PENDING", totalPaidUnits: price - 1n });
  await pay(checkout, whole + 1n);
  expect(await world.find(checkout)).toMatchObject({ status: "PAID", totalPaidUnits: price + whole });

  const { refund } = await desk.refund(checkout, customer, whole / 2n);
  await desk.mineAndWatch();
  expect(await desk.status(refund)).toBe("COMPLETED");
  expect(await desk.received(customer, token)).toEqual([whole / 2n]);

  await sweepAll();
  await lookOn();
  expect(await world.status(checkout)).toBe("SETTLED");
  expect(await network.balance(merchantAddress, token)).toBe(price + whole / 2n);
  const books = { ...world.deps, books: world.stores.books };
  expect((await reconcile(books, { logs: true })).findings).toEqual([]);
});
