import type { Abi } from "viem";
import { awaitReceipt } from "@/lib/chain/sender/await-receipt.chain";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import {
  type CheckoutDetailsResource,
  checkoutDetails,
  toDetailsResource,
} from "@/lib/checkouts/views/checkout.schema";
import { batchPayerAbi, batchPayerBytecode } from "@/lib/contracts/abi/testing/batch-payer";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { testWallet } from "../chain";
import type { TestNetwork } from "../network";
import type { World } from "../world";
import { isOrphans } from "./awkward-logs";

/** What the merchant is shown of a checkout, as the Server API answers it. */
export async function merchantRecord(
  world: World,
  { id }: Pick<Checkout, "id">,
): Promise<CheckoutDetailsResource> {
  const details = await world.stores.checkouts.find(world.project.id, id);
  if (details === null) throw new Error(`there is no ${id}`);
  const context = {
    merchantName: world.project.name,
    logoDigest: null,
    chains: world.deps.chains,
    checkoutPageUrl: "https://pay.example",
    isPayableByX402: () => true,
  };
  const record = checkoutDetails.strict().parse(toDetailsResource(details, context));
  // Two that a reorganisation took stand beside each.
  const transfers = record.transfers.filter((transfer) => !isOrphans(transfer.id));
  return { ...record, transfers, transferCount: record.transferCount / 3 };
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
