import { parseTransaction } from "viem";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createChainReader } from "@/lib/chain/reader/chain-reader.chain";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { testChain, testWorld } from "@/lib/testing/world";
import { openSending, type Sending } from "@/lib/testing/world/sending";

const gwei = 10n ** 9n;
// The last rules without a base fee: this chain refuses EIP-1559 transactions.
const chain = await testChain({ hardfork: "berlin" });
const world = testWorld();
let wallet: Sending;

beforeEach(async () => {
  wallet = await openSending(world, chain);
});
afterEach(() => chain.client.setAutomine(true));

const attempts = async () =>
  (
    await world.stores.database.pool.query<{ raw_transaction: Hex; max_fee_per_gas: bigint }>(
      "SELECT raw_transaction, max_fee_per_gas FROM transaction_attempts ORDER BY transaction_id, ordinal",
    )
  ).rows.map(({ raw_transaction, max_fee_per_gas }) => ({
    price: max_fee_per_gas,
    ...parseTransaction(raw_transaction),
  }));

async function followUntilAttempts(count: number): Promise<void> {
  for (let look = 0; look < 10; look++) {
    await wallet.follow();
    if ((await attempts()).length >= count) return;
  }
  throw new Error(`there are not ${count} attempts`);
}

it("confirms that gas is priced by eth_gasPrice", async () => {
  const { nodes } = createChainReader({ chainId: 31337, rpcUrls: [chain.rpcUrl] });
  expect(await nodes[0]?.gasTerms()).toEqual({ pricing: "gas_price", l1Fee: "none" });
});

it("sends a legacy transaction for the node's price, and books its cost", async () => {
  const gasPrice = await chain.client.getGasPrice();
  expect(await wallet.send()).toBe("sent");
  expect(await wallet.follow()).toEqual({ open: 0 });
  expect(await wallet.sent()).toMatchObject([{ status: "CONFIRMED", cost_wei: 21_000n * gasPrice }]);
  expect(await attempts()).toMatchObject([{ type: "legacy", nonce: 0, gasPrice, price: gasPrice }]);
});

it("replaces a stuck one for the same nonce and 12.5 % more", async () => {
  await chain.client.setAutomine(false);
  await wallet.send();
  await followUntilAttempts(2);
  const [first, second] = await attempts();
  expect(second).toMatchObject({ type: "legacy", nonce: 0 });
  expect(second?.gasPrice).toBe(((first?.gasPrice ?? 0n) * 1_125n + 999n) / 1_000n);
  await chain.client.mine({ blocks: 1 });
  expect(await wallet.follow()).toEqual({ open: 0 });
  expect(await wallet.sent()).toMatchObject([
    { status: "CONFIRMED", attempts: 2n, cost_wei: 21_000n * (second?.gasPrice ?? 0n) },
  ]);
});

it("replaces an EIP-1559 transaction that the chain refuses by a legacy one", async () => {
  const { sender } = wallet;
  const modern = { type: "eip1559", maxFeePerGas: 2n * gwei, maxPriorityFeePerGas: gwei } as const;
  const call = { ...(await sender.prepareFill()), ...modern };
  await wallet.send(undefined, { ...sender, prepareFill: async () => call });
  expect(await chain.client.getTransactionCount({ address: sender.operatorAddress })).toBe(0);
  await followUntilAttempts(2);
  expect(await wallet.follow()).toEqual({ open: 0 });
  expect((await attempts()).map(({ type }) => type)).toEqual(["eip1559", "legacy"]);
  expect(await wallet.sent()).toMatchObject([{ status: "CONFIRMED", nonce: 0n }]);
});
