import { beforeEach, expect, test } from "vitest";
import { later, noon, uniqueHex } from "@/lib/testing/builders";
import { testWorld } from "@/lib/testing/world";
import type { TestStores } from "@/lib/testing/world/stores";
import type { Hint } from "./payment-hints.store";

const world = testWorld();
let stores: TestStores;
let projectId: string;

beforeEach(() => {
  stores = world.stores;
  projectId = world.project.id;
});

const chainId = 31337;

const hint = (checkoutId: string, change: Partial<Hint> = {}) =>
  stores.hints.save({ checkoutId, chainId, txHash: uniqueHex(32), ...change }, noon);

test("a submitted hash stays known for its checkout, also after a second submission", async () => {
  const { id } = await stores.createCheckout({ projectId });
  const known = { checkoutId: id, chainId: 31337, txHash: uniqueHex(32) };
  expect(await stores.hints.has(known, noon)).toBe(false);
  await stores.hints.save(known, noon);
  expect(await stores.hints.has(known, noon)).toBe(true);
  expect(await stores.hints.has({ ...known, txHash: uniqueHex(32) }, noon)).toBe(false);
  expect(await stores.hints.has({ ...known, chainId: 31338 }, noon)).toBe(false);
  expect(await stores.hints.has(known, later(1))).toBe(false);
  await stores.hints.save(known, later(1));
  expect(await stores.hints.has(known, later(1))).toBe(true);
});

test("a hint is dropped for every checkout that named its transaction, on its chain", async () => {
  const checkout = await stores.createCheckout({ projectId });
  const other = await stores.createCheckout({ projectId });
  const [txHash, another] = [uniqueHex(32), uniqueHex(32)];
  const since = later(-60_000);
  for (const [{ id }, hash, chain] of [
    [checkout, txHash, chainId],
    [other, txHash, chainId],
    [checkout, txHash, 31338],
    [checkout, another, chainId],
  ] as const)
    await hint(id, { chainId: chain, txHash: hash });
  await stores.payments.transaction((tx) => tx.dropHints(chainId, txHash));
  const { id: checkoutId, depositAddress } = checkout;
  expect(await stores.hints.open(chainId, since, 9)).toEqual([
    { checkoutId, depositAddress, chainId, txHash: another },
  ]);
  expect(await stores.hints.open(31338, since, 9)).toEqual([
    { checkoutId, depositAddress, chainId: 31338, txHash },
  ]);
  expect(await stores.hints.open(chainId, later(1), 9)).toEqual([]);
});
