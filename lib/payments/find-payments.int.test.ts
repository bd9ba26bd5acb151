import { beforeEach, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { testWallet } from "@/lib/testing/chain";
import { outcome } from "@/lib/testing/outcome";
import { price, testNetwork, testWorld } from "@/lib/testing/world";
import { findPayments } from "./find-payments";

let checkout: Checkout;

const network = await testNetwork();
const second = await testNetwork({ chainId: 31338 });
const world = testWorld([network, second], { booksAgree: true });
beforeEach(async () => {
  checkout = await world.create();
});

const walletOf = (account: number) => testWallet(network.chain, account).account.address.toLowerCase() as Hex;
const find = (account = 1, { id } = checkout) => findPayments(world.deps, id, walletOf(account));
const found = async (account?: number, of?: Checkout) =>
  (await find(account, of)).transfers.map(({ chainId, amount, token, counts }) => [
    chainId,
    amount,
    token?.symbol,
    counts,
  ]);

it("a payment that no one scanned yet is found by its sender, recorded once, and pays", async () => {
  await network.pay(checkout.depositAddress, price);
  expect(await find()).toMatchObject({
    isComplete: true,
    transfers: [{ chainId: 31337, amount: price.toString(), counts: true, token: { symbol: "USDC" } }],
  });
  expect(await find()).toMatchObject({ transfers: [{ counts: true }] });
  expect(await world.events(checkout)).toBe("created detected");
  expect(await world.status(checkout)).toBe("DETECTED");
});

it("finds money on another network or in another token, which doesn't pay", async () => {
  await second.pay(checkout.depositAddress, 7n);
  await network.pay(checkout.depositAddress, 8n, { token: network.usdt });
  expect(new Set(await found())).toEqual(
    new Set([
      [31338, "7", "USDC", false],
      [31337, "8", "USDT", false],
    ]),
  );
  expect(await world.events(checkout)).toBe("created");
});

it("finds recorded money of any age, without an answering node", async () => {
  await network.pay(checkout.depositAddress, 5n);
  await world.scan();
  world.nodesDown = true;
  expect(await find()).toMatchObject({ isComplete: false, transfers: [{ amount: "5" }] });
});

it("returns nothing of another sender or another recipient", async () => {
  const other = await world.create();
  await network.pay(checkout.depositAddress, 5n, { account: 2 });
  await network.pay(other.depositAddress, 6n, { account: 1 });
  await network.pay(`0x${"77".repeat(20)}`, 9n, { account: 1 });
  expect(await found(1)).toEqual([]);
  expect(await found(2)).toEqual([[31337, "5", "USDC", true]]);
  expect(await found(1, other)).toEqual([[31337, "6", "USDC", true]]);
  expect(await outcome(find(1, { ...checkout, id: "chk_00000000000000000000000000" }))).toBe(
    "CHECKOUT_NOT_FOUND",
  );
});
