import { beforeAll, expect, it } from "vitest";
import { createChainReader } from "@/lib/chain/reader/chain-reader.chain";
import { maxUnlistedLogs } from "@/lib/payments/record-transfers";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { startNodeBefore } from "@/lib/testing/node/node";
import { testNetwork, testWorld } from "@/lib/testing/world";
import { settling } from "@/lib/testing/world/settling";

/** A token that answers 1 to whatever it is asked: everybody has a balance, for ever, and every transfer succeeds. */
const worthless: Hex = `0x${"77".repeat(20)}`;
const answersOne: Hex = "0x600160005260206000f3";

const network = await testNetwork();
const world = testWorld([network]);
const { sweepAsStranger } = settling(world);
beforeAll(() => network.chain.client.setCode({ address: worthless, bytecode: answersOne }));

const sweeps = async () => (await world.query("SELECT id FROM sweeps WHERE NOT orphaned")).length;

it("stores a limited number of a worthless token's sweeps", async () => {
  const checkout = await world.create();
  for (let round = 0; round < 3; round++) {
    await sweepAsStranger(checkout, worthless, 60);
    await world.mineAndWatch(2);
  }
  expect(await sweeps()).toBe(maxUnlistedLogs);
  await world.pay(checkout);
  expect(await world.status(checkout)).toBe("PAID");
});

it("continues the scan when one block has more of them than a node returns", async () => {
  const [attacker, customer] = [await world.create(), await world.create()];
  // Holds funds that were never swept, so that its sweeps are always looked for.
  await network.pay(attacker.depositAddress, 1n);
  await world.watch();
  const proxy = await startNodeBefore(network.chain.rpcUrl);
  proxy.faults.set({ kind: "size-limit", of: "logs", most: 50, by: 200 });
  const reader = createChainReader({ chainId: 31337, rpcUrls: [proxy.url] });
  world.deps.reader = () => reader;
  await sweepAsStranger(attacker, worthless, 60);
  await world.pay(customer);
  expect(await world.status(customer)).toBe("PAID");
  expect(proxy.struck.get("size-limit")).toBeGreaterThan(0);
  expect(reader.health()).toMatchObject([{ failures: 0 }]);
  await proxy.stop();
});
