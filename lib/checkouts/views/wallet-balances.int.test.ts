import { expect, test } from "vitest";
import type { ChainReader } from "@/lib/chain/reader/chain-reader.port";
import { cancelCheckout, selectToken } from "@/lib/checkouts/pending-checkout";
import { later, noon } from "@/lib/testing/builders";
import { partsOf } from "@/lib/testing/parts";
import { fileWorld, freshWallet, testNetwork } from "@/lib/testing/world";
import { createBalanceReader, readWalletBalances } from "./wallet-balances";

const network = await testNetwork();
const world = await fileWorld([network]);

const price = 4_500_000n;

test("returns a wallet's balance of each payable token, and none once nothing is payable", async () => {
  const wallet = freshWallet();
  await network.pay(wallet, 7n);
  const deps = {
    ...world.deps,
    readBalances: createBalanceReader(world.deps.chains, world.deps.reader, world.deps.clock),
  };
  const checkout = await world.create({ amount: price });
  const usdc = { chainId: 31337, tokenAddress: network.usdc };
  const usdt = { chainId: 31337, tokenAddress: network.usdt };
  const both = [
    {
      ...usdc,
      balance: "7",
      gasless: true,
      signing: { kind: "EIP3009", domain: { name: "USD Coin", version: "2" }, permitNonce: null },
    },
    { ...usdt, balance: "0", gasless: false, signing: null },
  ];
  expect(await readWalletBalances(deps, checkout.id, wallet)).toEqual(both);
  await selectToken(world.deps, checkout.id, usdt);
  expect(await readWalletBalances(deps, checkout.id, wallet)).toEqual(both);

  await cancelCheckout(world.deps, world.project.id, checkout.id);
  expect(await readWalletBalances(deps, checkout.id, wallet)).toEqual([]);

  const fixed = await world.create({ amount: price, ...usdt });
  expect(await readWalletBalances(deps, fixed.id, wallet)).toEqual([both[1]]);
  world.clockAheadMs = 24 * 60 * 60_000;
  expect(await readWalletBalances(deps, fixed.id, wallet)).toEqual([]);
});

test("a wallet is read once in ten seconds, and again at once after a failure", async () => {
  let [now, reads, fails] = [noon, 0, true];
  const read = createBalanceReader(
    [{ ...world.deps.chains[0], chainId: 1 } as (typeof world.deps.chains)[0]],
    () =>
      partsOf<ChainReader>({
        latest: () => network.reader.latest(),
        async balances(_, queries) {
          reads += 1;
          if (fails) throw new Error("down");
          return queries.map(() => BigInt(reads));
        },
      }),
    { now: () => now },
  );
  const wallet = freshWallet();
  await expect(read(1, wallet)).rejects.toThrow("down");
  fails = false;
  const first = await Promise.all([read(1, wallet), read(1, wallet)]);
  expect(new Set(first.flatMap((balances) => [...balances.values()]))).toEqual(new Set([2n]));
  now = later(10_000, noon);
  expect([...(await read(1, wallet)).values()][0]).toBe(3n);
  await read(1, freshWallet());
  expect(reads).toBe(4);
});
