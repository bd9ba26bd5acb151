import { beforeEach, describe, expect, it } from "vitest";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { uniqueHex } from "@/lib/testing/builders";
import { severalNodes } from "@/lib/testing/node/scripted-node";
import { freshWallet, price, testNetwork, testWorld } from "@/lib/testing/world";
import { ownedByMerchant, refunding } from "@/lib/testing/world/refunding";
import { reconcile } from "./reconcile";

let customer: Hex;

const network = await testNetwork();
const world = testWorld([network], { project: ownedByMerchant(network) });
const desk = refunding(world);
beforeEach(() => {
  customer = freshWallet();
});

async function look(logs = true) {
  const { deps, stores } = world;
  return (await reconcile({ ...deps, books: stores.books }, { logs })).findings;
}

/** Lets the service see blocks of which its nodes do not tell this wallet's transfers. */
async function withoutTransfersTo(wallet: Hex, work: () => Promise<unknown>): Promise<void> {
  const { deps } = world;
  const { reader } = deps;
  const hiding = severalNodes(network.reader, [
    {
      logs: async (...asked) => {
        const logs = await network.reader.logs(...asked);
        return { ...logs, transfers: logs.transfers.filter(({ to }) => to !== wallet) };
      },
    },
  ]);
  deps.reader = () => hiding;
  await work();
  deps.reader = reader;
}

describe("refunds that the merchant's wallet pays, read again on the chain", () => {
  it("reconcile when recorded, only requested, or another merchant's", async () => {
    const paid = await desk.paid();
    await desk.refund(paid, customer, price);
    await desk.payBack(customer, price);
    const waiting = await desk.paid();
    await desk.refund(waiting, customer, price);
    await desk.payBack(customer, 1n);
    await desk.payBack(customer, price, { account: 1 });
    await world.mineAndWatch(2);
    expect(await world.status(paid)).toBe("REFUNDED");
    expect(await look()).toEqual([]);
  });

  it("are named when every node hid the transfer", async () => {
    const checkout = await desk.paid();
    const { refund } = await desk.refund(checkout, customer, price);
    const { txHash } = await desk.payBack(customer, price);
    await withoutTransfersTo(customer, () => world.mineAndWatch(2));
    await world.mineAndWatch(2);
    expect(await desk.refunds(checkout)).toMatchObject([{ status: "AWAITING_SIGNATURE" }]);
    const [finding, another] = await look();
    expect(another).toBeUndefined();
    expect(finding).toMatchObject({ area: "logs", checkoutId: checkout.id, chainId: 31337 });
    expect(finding?.text).toMatch(
      new RegExp(
        `^not recorded: refund by the merchant's wallet of ${price} .*${txHash}#\\d+, which pays ${refund.id}$`,
      ),
    );
    expect(await look(false)).toEqual([]);
  });

  it("are named when the chain doesn't have the recorded transfer", async () => {
    const checkout = await desk.paid();
    await desk.refund(checkout, customer, price);
    await desk.payBack(customer, price);
    await world.mineAndWatch(2);
    const client = await world.stores.database.pool.connect();
    try {
      // No statement of the service would: constraints and triggers stand aside.
      await client.query("SET session_replication_role = replica");
      await client.query("UPDATE refund_payments SET tx_hash = $1", [uniqueHex(32)]);
      await client.query("SET session_replication_role = origin");
    } finally {
      client.release();
    }
    expect(await look()).toMatchObject([
      {
        area: "logs",
        checkoutId: checkout.id,
        text: expect.stringContaining("recorded, and not on the chain"),
      },
    ]);
  });
});
