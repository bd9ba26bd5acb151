import type { Abi } from "viem";
import { erc20Abi, parseEventLogs } from "viem";
import { expect } from "vitest";
import { awaitReceipt } from "@/lib/chain/sender/await-receipt.chain";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import {
  type CheckoutDetailsResource,
  checkoutDetails,
  toDetailsResource,
} from "@/lib/checkouts/views/checkout.schema";
import { batchPayerAbi, batchPayerBytecode } from "@/lib/contracts/abi/testing/batch-payer";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { testWallet } from "./chain";
import type { TestNetwork } from "./network";
import type { ServiceWorld } from "./service-world";

/** What the merchant is shown of a checkout, as the Server API answers it. */
export async function merchantRecord(
  world: ServiceWorld,
  { id }: Pick<Checkout, "id">,
): Promise<CheckoutDetailsResource> {
  const details = await world.stores.checkouts.find(world.project.id, id);
  if (details === null) throw new Error(`there is no ${id}`);
  const context = {
    merchantName: world.project.name,
    logoDigest: null,
    chains: world.deps.chains,
    checkoutPageUrl: "https://pay.example",
  };
  return checkoutDetails.strict().parse(toDetailsResource(details, context));
}

/** The timeline's entries on transfers, oldest first. */
export function transferEntries({ timeline }: CheckoutDetailsResource): Record<string, unknown>[] {
  return timeline
    .filter(({ kind }) => kind.startsWith("transfer."))
    .map(({ kind, details }) => ({ kind: kind.replace("transfer.", ""), ...details }))
    .reverse();
}

/** Deploys as account 0; answers the address. */
export async function deploy(
  { chain }: TestNetwork,
  abi: Abi | readonly unknown[],
  bytecode: Hex,
): Promise<Hex> {
  const hash = await testWallet(chain, 0).deployContract({ abi: abi as Abi, bytecode });
  const { contractAddress } = await awaitReceipt(chain.client, hash);
  if (contractAddress === null || contractAddress === undefined) throw new Error("nothing was deployed");
  return contractAddress.toLowerCase() as Hex;
}

/** Calls a contract as account 0; mined when it answers. */
export async function send(
  { chain }: TestNetwork,
  address: Hex,
  abi: Abi | readonly unknown[],
  functionName: string,
  args: readonly unknown[],
): Promise<Hex> {
  const hash = await testWallet(chain, 0).writeContract({
    address,
    abi: abi as Abi,
    functionName,
    args,
    gas: 25_000_000n,
  });
  const receipt = await awaitReceipt(chain.client, hash);
  if (receipt.status !== "success") throw new Error(`${functionName} was reverted`);
  return hash;
}

/** A contract that pays many times in one transaction, with plenty of both tokens. */
export type Payer = {
  pay(payments: readonly (readonly [to: Hex, amountUnits: bigint])[], token?: Hex): Promise<Hex>;
  payOften(to: Hex, amountUnits: bigint, times: number): Promise<Hex>;
};

export async function deployPayer(network: TestNetwork): Promise<Payer> {
  const address = await deploy(network, batchPayerAbi, batchPayerBytecode);
  for (const token of [network.usdc, network.usdt]) await network.pay(address, 10n ** 12n, { token });
  return {
    pay: (payments, token = network.usdc) => {
      const [to, amounts] = [payments.map(([receiver]) => receiver), payments.map(([, units]) => units)];
      return send(network, address, batchPayerAbi, "pay", [token, to, amounts]);
    },
    payOften: (to, amountUnits, times) =>
      send(network, address, batchPayerAbi, "payOften", [network.usdc, to, amountUnits, BigInt(times)]),
  };
}

const ledgerSums = `
  SELECT checkout_id || ' ' || chain_id || ' ' || token_address || ' ' || sum(
    CASE WHEN to_account = 'DEPOSIT' THEN amount_units ELSE -amount_units END) AS line
  FROM ledger_entries WHERE 'CUSTOMER' IN (from_account, to_account)
  GROUP BY checkout_id, chain_id, token_address
  HAVING sum(CASE WHEN to_account = 'DEPOSIT' THEN amount_units ELSE -amount_units END) <> 0`;

/**
 * What came to the deposit addresses by the ledger is what came by the chains themselves, asked without any code of
 * the service. Of tokens that are not listed nothing is compared: not all of them is kept.
 */
export async function expectBooksAsChains(world: ServiceWorld, ...networks: TestNetwork[]): Promise<void> {
  const owners = await world.query<{ id: string; deposit_address: Hex }>(
    "SELECT id, deposit_address FROM checkouts",
  );
  const ownerOf = new Map(owners.map(({ id, deposit_address }) => [deposit_address, id]));
  const listed = networks.flatMap(({ usdc, usdt }) => [usdc, usdt]);
  const sums = new Map<string, bigint>();
  for (const { chain } of networks) {
    const logs = await chain.client.getLogs({ address: listed, fromBlock: 0n, toBlock: "latest" });
    for (const { args, address } of parseEventLogs({ abi: erc20Abi, eventName: "Transfer", logs })) {
      const id = ownerOf.get(args.to.toLowerCase() as Hex);
      if (id === undefined || args.value === 0n) continue;
      const key = `${id} ${chain.chainId} ${address.toLowerCase()}`;
      sums.set(key, (sums.get(key) ?? 0n) + args.value);
    }
  }
  const entries = await world.query<{ line: string }>(ledgerSums);
  const books = entries
    .map(({ line }) => line)
    .filter((line) => listed.some((token) => line.includes(token)))
    .sort();
  expect(books).toEqual([...sums].map(([key, units]) => `${key} ${units}`).sort());
}
