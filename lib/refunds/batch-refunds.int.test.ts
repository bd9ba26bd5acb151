import { encodeFunctionData, multicall3Abi } from "viem";
import { describe, expect, it } from "vitest";
import { multicall3Address } from "@/lib/chain/reader/balances.chain";
import { awaitReceipt } from "@/lib/chain/sender/await-receipt.chain";
import type { PreparedTransaction } from "@/lib/checkouts/refund-facts.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { handInHash } from "@/lib/refunds/hand-in-hash";
import { auditBooks } from "@/lib/testing/audit";
import { testWallet } from "@/lib/testing/chain";
import { freshWallet, testNetwork, testWorld } from "@/lib/testing/world";
import { convenient, refunding } from "@/lib/testing/world/refunding";
import { settling } from "@/lib/testing/world/settling";

const network = await testNetwork();
const world = testWorld([network], { project: convenient });
const desk = refunding(world);
const merchant = () => testWallet(network.chain, 2);

/** One transaction of the merchant's wallet, which runs a batch contract's code (EIP-7702). */
async function sendTogether(calls: readonly (PreparedTransaction & { mayFail?: boolean })[]): Promise<Hex> {
  const wallet = merchant();
  const { address } = wallet.account;
  const authorization = await wallet.signAuthorization({
    contractAddress: multicall3Address,
    executor: "self",
  });
  const hash = await wallet.sendTransaction({
    to: address,
    authorizationList: [authorization],
    gas: 2_000_000n,
    data: encodeFunctionData({
      abi: multicall3Abi,
      functionName: "aggregate3",
      args: [
        calls.map(({ to, data, mayFail = false }) => ({ target: to, allowFailure: mayFail, callData: data })),
      ],
    }),
  });
  await awaitReceipt(network.chain.client, hash);
  return hash;
}

describe.each([
  { name: "from the deposit addresses", refundMode: "STRICT" },
  { name: "from the merchant's wallet after the sweep", refundMode: "CONVENIENT" },
] as const)("refunds that the merchant's wallet pays by one transaction $name", ({ refundMode }) => {
  async function prepare() {
    const settlementWallet = merchant().account.address.toLowerCase() as Hex;
    await world.change({ refundMode, settlementWallet });
    const checkouts = [await desk.paid(), await desk.paid()] as const;
    if (refundMode === "CONVENIENT") {
      for (const checkout of checkouts) await settling(world).sweepAsStranger(checkout);
      await network.chain.mine(3);
      await world.watch();
    }
    const customer = freshWallet();
    const [one, other] = checkouts;
    // Three equal refunds to one customer, and another amount.
    const refunds = [
      await desk.toSign(one, customer, 7n),
      await desk.toSign(one, customer, 7n),
      await desk.toSign(other, customer, 7n),
      await desk.toSign(other, customer, 5n),
    ];
    return { customer, refunds };
  }
  const statuses = (refunds: Awaited<ReturnType<typeof prepare>>["refunds"]) =>
    Promise.all(refunds.map(({ refund }) => desk.status(refund)));

  it.each([
    ["the scanner alone", false],
    ["their hash, submitted for each", true],
  ])("are each completed once by %s", async (_, isSubmitted) => {
    const { customer, refunds } = await prepare();
    const txHash = await sendTogether(refunds.map(({ transaction }) => transaction));
    if (isSubmitted)
      for (const { token } of refunds)
        expect((await handInHash(world.deps, token, { txHash })).refund.status).toBe("PROCESSING");
    await desk.sendOn();
    expect(await statuses(refunds)).toEqual(["COMPLETED", "COMPLETED", "COMPLETED", "COMPLETED"]);
    expect((await desk.received(customer)).sort()).toEqual([5n, 7n, 7n, 7n]);
    expect(await auditBooks(world, network)).toEqual([]);
  });

  it("stay open where a batch that isn't atomic failed in part", async () => {
    const { customer, refunds } = await prepare();
    const calls = refunds.map(({ transaction }, at) =>
      // The call is cut: the contract refuses it.
      at === 3 ? { ...transaction, data: transaction.data.slice(0, 74) as Hex, mayFail: true } : transaction,
    );
    await sendTogether(calls);
    await desk.sendOn();
    expect(await statuses(refunds)).toEqual(["COMPLETED", "COMPLETED", "COMPLETED", "AWAITING_SIGNATURE"]);
    expect(await desk.received(customer)).toEqual([7n, 7n, 7n]);
    expect(await auditBooks(world, network)).toEqual([]);
  });
});
