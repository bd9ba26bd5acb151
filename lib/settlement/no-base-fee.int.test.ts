import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkChain } from "@/lib/chain/check/check-chains";
import { requiredContracts } from "@/lib/chain/contracts/deposit-address.chain";
import { createChainReader } from "@/lib/chain/reader/chain-reader.chain";
import { type ServedNode, startNodeBefore } from "@/lib/testing/node/node";
import { freshWallet, price, testNetwork, testWorld } from "@/lib/testing/world";
import { convenient, refunding } from "@/lib/testing/world/refunding";
import { settleCheckouts } from "./settle-checkouts";

let node: ServedNode;

const network = await testNetwork();
const world = testWorld([network], { project: convenient });
const desk = refunding(world);
beforeAll(async () => {
  // From here on gas has no base fee; the node shows it as one of zero, or hides it.
  await network.chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 0n });
  await network.chain.client.mine({ blocks: 1 });
  node = await startNodeBefore(network.chain.rpcUrl);
  network.chain.rpcUrl = node.url;
  network.reader = createChainReader({ chainId: 31337, rpcUrls: [node.url], timeoutMs: 60_000 });
});
afterAll(() => node?.stop());

const typesSent = async () =>
  (
    await world.query<{ kind: string }>("SELECT left(raw_transaction, 4) AS kind FROM transaction_attempts")
  ).map(({ kind }) => (kind === "0x02" ? "eip1559" : "legacy"));

describe.each([
  ["shows a base fee of zero", () => node.faults.clear()],
  ["knows nothing of EIP-1559", () => node.faults.set({ kind: "before-london" })],
])("a chain whose node %s", (_, prepare) => {
  it("takes a payment, settles it and refunds another", async () => {
    prepare();
    const check = await checkChain(
      { chains: [network.definition], reader: () => network.reader, requiredContracts },
      31337,
    );
    expect(check).toMatchObject({ passed: true, faults: [], pricing: "gas_price" });

    const refunded = await desk.paid();
    const customer = freshWallet();
    const { refund } = await desk.refund(refunded, customer);
    await desk.sendOn();
    expect(await desk.status(refund)).toBe("COMPLETED");
    expect(await desk.received(customer)).toEqual([price]);

    await world.change({ settlementPolicy: "IMMEDIATE" });
    const settled = await desk.paid();
    for (let round = 0; round < 3; round++) {
      await settleCheckouts(world.deps, 31337);
      await network.chain.mine(2);
      await world.watch();
      world.clockAheadMs += 20_000;
    }
    expect(await world.status(settled)).toBe("SETTLED");
    expect(await desk.received(settled.merchantAddress)).toEqual([price]);
    expect(await typesSent()).toEqual(["legacy", "legacy"]);
  });
});
