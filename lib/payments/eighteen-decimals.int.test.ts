import { beforeAll, beforeEach, expect, it } from "vitest";
import { reconcile } from "@/lib/books/reconcile";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { deployWideToken } from "@/lib/testing/wide-token";
import { freshWallet, testNetwork, testWorld } from "@/lib/testing/world";
import { settling } from "@/lib/testing/world/settling";

/** 4.50 USD at 0.9997 USD a token, rounded down to the last of 18 decimals. */
const price = 4_501_350_405_121_536_460n;
let token: Hex;

const network = await testNetwork();
const world = testWorld([network], { scanned: false });
const { settleToTheEnd } = settling(world);
beforeAll(async () => {
  token = await deployWideToken(network, 2n * price);
});
beforeEach(async () => {
  const { definition } = network;
  const wide = { symbol: "USDC", name: "USD Coin", address: token, decimals: 18 };
  world.deps.chains = [{ ...definition, tokens: [wide] }];
  world.rates = { USDC: { USD: "0.9997" } };
  await world.stores.admin.acceptTokens(
    world.project.id,
    [{ chainId: definition.chainId, tokenAddress: token }],
    new Date(),
  );
  const project = await world.stores.projects.findById(world.project.id);
  if (project === null) throw new Error("the project is gone");
  world.project = project;
  await world.scan();
});

it("a token with 18 decimals is priced, paid to the last unit, settled and reconciled", async () => {
  const { chainId } = network.definition;
  expect(await network.reader.decimals(token)).toBe(18);
  const merchantAddress = freshWallet();
  const checkout = await world.create({
    fiatAmount: "4.50",
    fiatCurrency: "USD",
    chainId,
    tokenAddress: token,
    merchantAddress,
  });
  expect(checkout).toMatchObject({ amountUnits: price, exchangeRateUsed: "0.9997" });
  await network.pay(checkout.depositAddress, price - 1n, { token });
  await world.mineAndWatch(2);
  expect(await world.status(checkout)).toBe("PENDING");
  await network.pay(checkout.depositAddress, 1n, { token });
  await world.mineAndWatch(2);
  expect(await world.status(checkout)).toBe("PAID");
  await settleToTheEnd();
  expect(await world.status(checkout)).toBe("SETTLED");
  expect(await network.balance(merchantAddress, token)).toBe(price);
  const books = { ...world.deps, books: world.stores.books };
  expect((await reconcile(books, { logs: true })).findings).toEqual([]);
});
