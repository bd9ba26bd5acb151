import { encodeFunctionData } from "viem";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { checkoutKey, depositAddresses } from "@/lib/chain/contracts/deposit-address.chain";
import { ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { depositFactoryAbi } from "@/lib/contracts/abi/deposit-factory";
import { maxUnlistedLogs } from "@/lib/payments/record-transfers";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { testWallet } from "@/lib/testing/chain";
import { startTestNetwork, type TestNetwork } from "@/lib/testing/network";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";

const price = 4_500_000n;
/** A token that answers 1 to whatever it is asked: everybody has a balance, for ever, and every transfer succeeds. */
const worthless: Hex = `0x${"77".repeat(20)}`;
const answersOne: Hex = "0x600160005260206000f3";

let network: TestNetwork;
let world: ServiceWorld;

beforeAll(async () => {
  network = await startTestNetwork();
  await network.chain.client.setCode({ address: worthless, bytecode: answersOne });
});
afterAll(() => network?.stop());
beforeEach(async () => {
  world = await openServiceWorld([network]);
  await world.scan();
});
afterEach(() => world?.close());

/** What anyone may do with an open deposit, as often as they like: sweep what is worth nothing. */
async function sweepByStranger({ id, merchantAddress, refundAuthority, openSweep }: Checkout, times: number) {
  const terms = { checkoutKey: checkoutKey(id), merchant: merchantAddress, refundAuthority, openSweep };
  await testWallet(network.chain, 3).sendTransaction({
    to: depositAddresses.factory,
    data: encodeFunctionData({
      abi: depositFactoryAbi,
      functionName: "sweepMany",
      args: [Array.from({ length: times }, () => ({ terms, token: worthless }))],
    }),
    gas: 16_000_000n,
  });
}
const sweeps = async () => (await world.query("SELECT id FROM sweeps")).length;

it("sweeps of a worthless token out of one's own deposit are kept in small number", async () => {
  const checkout = await world.create();
  for (let round = 0; round < 3; round++) {
    await sweepByStranger(checkout, 60);
    await network.chain.mine(2);
    await world.watch();
  }
  expect(await sweeps()).toBe(maxUnlistedLogs);
  await network.pay(checkout.depositAddress, price);
  await network.chain.mine(1);
  await world.watch();
  expect(await world.status(checkout)).toBe("PAID");
});

it("more of them in one block than a node tells do not stop the chain", async () => {
  const [attacker, customer] = [await world.create(), await world.create()];
  // Holds funds that were never swept, so that its sweeps are always looked for.
  await network.pay(attacker.depositAddress, 1n);
  await world.watch();
  world.deps.reader = () => ({
    ...network.reader,
    logs: async (range, ...question) => {
      const logs = await network.reader.logs(range, ...question);
      if (logs.sweeps.length > 50) throw new ChainUnavailable("too many logs", { rangeTooWide: true });
      return logs;
    },
  });
  await sweepByStranger(attacker, 60);
  await network.pay(customer.depositAddress, price);
  await network.chain.mine(1);
  await world.watch();
  expect(await world.status(customer)).toBe("PAID");
});
