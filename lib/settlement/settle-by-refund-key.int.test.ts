import { describe, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { sendRefunds } from "@/lib/refunds/send-refunds";
import { refundWallet } from "@/lib/testing/network";
import { dieAt } from "@/lib/testing/power-cut";
import { freshWallet, price, testNetwork, testWorld } from "@/lib/testing/world";
import { settling } from "@/lib/testing/world/settling";

const network = await testNetwork();
const world = testWorld([network], { project: { refundMode: "CONVENIENT" }, booksAgree: true });
const { itemsOf, look, paidClosed, paidTo, statuses, sweepAll, whereWalletHasCode } = settling(world);

/** A wallet that is a contract on this chain, as a Safe is. */
async function contractWallet(): Promise<Hex> {
  const address = freshWallet();
  await network.chain.client.setCode({ address, bytecode: "0x00" });
  return address;
}

const follow = () => sendRefunds(world.deps, 31337);
async function mineAndWatch(rounds = 3) {
  for (let round = 0; round < rounds; round++) {
    await look();
    await follow();
    await network.chain.mine(2);
    await world.watch();
    world.clockAheadMs += 20_000;
  }
}
const sentBy = () =>
  world.query<{ wallet: Hex; deposits: number }>(
    `SELECT sent.operator_address AS wallet, count(item)::int AS deposits FROM outgoing_transactions AS sent
     JOIN settlements AS settlement ON settlement.outgoing_transaction_id = sent.id
     JOIN settlement_items AS item ON item.settlement_id = settlement.id
     GROUP BY sent.id ORDER BY deposits`,
  );
const told = ({ id }: Checkout) =>
  world.query(
    "SELECT FROM checkout_events WHERE checkout_id = $1 AND kind = 'settlement.waits_for_merchant'",
    [id],
  );

describe("deposits of a contract wallet, in convenient mode", () => {
  it("are swept together by one transaction of the refund wallet, beside the operator's own", async () => {
    const safe = await contractWallet();
    const closed = [await paidTo(safe), await paidTo(safe), await paidTo(await contractWallet())];
    const open = await paidTo();
    expect(closed.map(({ openSweep }) => openSweep)).toEqual([false, false, false]);
    await mineAndWatch();
    expect(await statuses(...closed, open)).toEqual(["SETTLED", "SETTLED", "SETTLED", "SETTLED"]);
    expect(await network.balance(safe)).toBe(2n * price);
    const operator = world.deps.sender(31337).operatorAddress;
    expect(await sentBy()).toEqual([
      { wallet: operator, deposits: 1 },
      { wallet: refundWallet, deposits: 3 },
    ]);
  });

  it("are swept by “sweep now” too, each wallet in its own transaction", async () => {
    await world.change({ settlementPolicy: "MANUAL" });
    const closed = await paidTo(await contractWallet());
    const open = await paidTo();
    await mineAndWatch(1);
    expect(await sweepAll()).toMatchObject({ settlements: [{ items: 1 }, { items: 1 }], left: [] });
    await mineAndWatch();
    expect(await statuses(closed, open)).toEqual(["SETTLED", "SETTLED"]);
  });

  it("are sent with the same bytes after a crash, once", async () => {
    const safe = await contractWallet();
    const closed = await paidTo(safe);
    dieAt(world.deps, ["storeSigned", "after"]);
    await expect(look()).rejects.toThrow("the power went");
    await mineAndWatch();
    expect(await world.status(closed)).toBe("SETTLED");
    expect(await sentBy()).toEqual([{ wallet: refundWallet, deposits: 1 }]);
    expect(await network.balance(safe)).toBe(price);
  });

  it("wake the sending of refunds, which follows the refund wallet's transactions", async () => {
    await paidTo(await contractWallet());
    expect(await look()).toEqual({ open: 0, sentByRefundKey: true });
    expect(await look()).toEqual({ open: 0, sentByRefundKey: false });
    expect(await follow()).toMatchObject({ open: 1 });
    await mineAndWatch();
    expect(await follow()).toMatchObject({ open: 0 });
  });

  it("stay when the wallet is deployed on another chain only: the money might be lost here", async () => {
    const elsewhere = freshWallet();
    const at = world.deps.clock.now();
    const known = (chainId: number, hasCode: boolean) => ({ chainId, hasCode, checkedAt: at });
    await world.stores.walletCodes.save(elsewhere, [known(31337, false), known(8453, true)]);
    const closed = await paidClosed(elsewhere);
    await mineAndWatch();
    expect(await world.status(closed)).toBe("PAID");
    expect(await network.balance(closed.depositAddress)).toBe(price);
    expect(await told(closed)).toHaveLength(1);
    expect((await sweepAll()).left).toMatchObject([{ checkoutId: closed.id, reason: "not_deployed" }]);

    // Once it is deployed here, the next request asks again and sweeps.
    const onChains = async (wallet: Hex) => {
      await world.stores.walletCodes.save(wallet, [known(31337, true)]);
      return new Map([[31337, true]]);
    };
    expect((await world.withDeps({ walletCode: { onChains } }, sweepAll)).left).toEqual([]);
    await mineAndWatch();
    expect(await world.status(closed)).toBe("SETTLED");
    expect(await network.balance(elsewhere)).toBe(price);
  });

  it("are sent to an ordinary wallet that was taken for a contract, once no chain has code for it", async () => {
    const ordinary = freshWallet();
    const closed = await paidClosed(ordinary);
    await whereWalletHasCode([[31337, null]], () => mineAndWatch(1));
    expect(await world.status(closed)).toBe("PAID");
    expect(await told(closed)).toEqual([]);
    await mineAndWatch();
    expect(await world.status(closed)).toBe("SETTLED");
    expect(await network.balance(ordinary)).toBe(price);
  });

  it("wait for the merchant when the service has no refund key, also when it lost it meanwhile", async () => {
    const closed = await paidTo(await contractWallet());
    const { refundSender } = world.deps;
    world.deps.refundSender = (chainId) => {
      const sender = refundSender(chainId);
      if (sender === null) return null;
      return { ...sender, prepareSweep: () => Promise.reject(new Error("the power went")) };
    };
    await expect(look()).rejects.toThrow();
    Object.assign(world.deps, { refundSender: () => null, refundWallet: null });
    await look();
    expect(await itemsOf(closed)).toEqual([{ status: "FAILED", failure_reason: "NO_REFUND_KEY" }]);
    world.clockAheadMs += 3_600_000;
    await look();
    expect(await told(closed)).toHaveLength(1);
  });
});

describe("deposits of a contract wallet, in strict mode", () => {
  it("are never swept by the service", async () => {
    await world.change({ refundMode: "STRICT" });
    const closed = await paidTo(await contractWallet());
    await mineAndWatch();
    expect(await world.status(closed)).toBe("PAID");
    expect(await told(closed)).toHaveLength(1);
  });
});
