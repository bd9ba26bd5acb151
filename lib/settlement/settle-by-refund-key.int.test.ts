import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { type SendRefundsDeps, sendRefunds } from "@/lib/refunds/send-refunds";
import { refundWallet, startTestNetwork, type TestNetwork } from "@/lib/testing/network";
import { compareBooks, freshWallet, openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import { requestSettlement } from "./request-settlement";
import { settleCheckouts } from "./settle-checkouts";

const price = 4_500_000n;
let network: TestNetwork;
let world: ServiceWorld;

beforeAll(async () => {
  network = await startTestNetwork();
});
afterAll(() => network?.stop());
beforeEach(async () => {
  world = await openServiceWorld([network], { project: { refundMode: "CONVENIENT" } });
  await world.scan();
});
afterEach(async () => {
  const { books, chain } = await compareBooks(world, network);
  await world.close();
  expect(books).toEqual(chain);
});

/** A wallet that is a contract on this chain, as a Safe is. */
async function contractWallet(): Promise<Hex> {
  const address = freshWallet();
  await network.chain.client.setCode({ address, bytecode: "0x00" });
  return address;
}

async function paid(merchantAddress: Hex): Promise<Checkout> {
  const checkout = await world.create({
    fiatAmount: "4.50",
    fiatCurrency: "USD",
    chainId: 31337,
    tokenAddress: network.usdc,
    merchantAddress,
  });
  await network.pay(checkout.depositAddress, price);
  await network.chain.mine(1);
  await world.watch();
  return checkout;
}

/** Bound into an address as a contract, whatever its wallet is. */
async function paidClosed(merchantAddress: Hex): Promise<Checkout> {
  const { walletCode } = world.deps;
  world.deps.walletCode = { onChains: async () => new Map([[31337, true]]) };
  const checkout = await paid(merchantAddress);
  world.deps.walletCode = walletCode;
  expect(checkout.openSweep).toBe(false);
  return checkout;
}

const settle = () => settleCheckouts(world.deps, 31337);
const follow = () => {
  const deps: SendRefundsDeps = { ...world.deps, refunds: world.stores.refunds, refundDailyCap: 0n };
  return sendRefunds(deps, 31337);
};
async function goOn(rounds = 3) {
  for (let round = 0; round < rounds; round++) {
    await settle();
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
    const closed = [await paid(safe), await paid(safe), await paid(await contractWallet())];
    const open = await paid(freshWallet());
    expect(closed.map(({ openSweep }) => openSweep)).toEqual([false, false, false]);
    await goOn();
    for (const checkout of [...closed, open]) expect(await world.status(checkout)).toBe("SETTLED");
    expect(await network.balance(safe)).toBe(2n * price);
    const operator = world.deps.sender(31337).operatorAddress;
    expect(await sentBy()).toEqual([
      { wallet: operator, deposits: 1 },
      { wallet: refundWallet, deposits: 3 },
    ]);
  });

  it("go by “sweep now” too, each wallet in a transaction of its own", async () => {
    await world.query("UPDATE projects SET settlement_policy = 'MANUAL'");
    const closed = await paid(await contractWallet());
    const open = await paid(freshWallet());
    await goOn(1);
    const request = { projectId: world.project.id, chainId: null, what: { kind: "everything" } as const };
    const { settlements, left } = await requestSettlement(world.deps, request);
    expect(settlements.map(({ items }) => items)).toEqual([1, 1]);
    expect(left).toEqual([]);
    await goOn();
    for (const checkout of [closed, open]) expect(await world.status(checkout)).toBe("SETTLED");
  });

  it("are sent with the same bytes after a crash, once", async () => {
    const safe = await contractWallet();
    const closed = await paid(safe);
    world.deps.killPoint = (name) => {
      if (name === "settlement.signed") throw new Error("the power went");
    };
    await expect(settle()).rejects.toThrow("the power went");
    world.deps.killPoint = () => undefined;
    await goOn();
    expect(await world.status(closed)).toBe("SETTLED");
    expect(await sentBy()).toEqual([{ wallet: refundWallet, deposits: 1 }]);
    expect(await network.balance(safe)).toBe(price);
  });

  it("wake the sending of refunds, which follows all that the refund wallet sends", async () => {
    await paid(await contractWallet());
    expect(await settle()).toEqual({ open: 0, sentByRefundKey: true });
    expect(await settle()).toEqual({ open: 0, sentByRefundKey: false });
    expect(await follow()).toMatchObject({ open: 1 });
    await goOn();
    expect(await follow()).toMatchObject({ open: 0 });
  });

  it("stay where the wallet is deployed on another chain only: sent here, the money might be nobody's", async () => {
    const elsewhere = freshWallet();
    const at = world.deps.clock.now();
    const known = (chainId: number, hasCode: boolean) => ({ chainId, hasCode, checkedAt: at });
    await world.stores.walletCodes.save(elsewhere, [known(31337, false), known(8453, true)]);
    const closed = await paidClosed(elsewhere);
    await goOn();
    expect(await world.status(closed)).toBe("PAID");
    expect(await network.balance(closed.depositAddress)).toBe(price);
    expect(await told(closed)).toHaveLength(1);
    const request = { projectId: world.project.id, chainId: null, what: { kind: "everything" } as const };
    const { left } = await requestSettlement(world.deps, request);
    expect(left).toMatchObject([{ checkoutId: closed.id, reason: "not_deployed" }]);

    // Once it is deployed here, the next request asks again and sweeps.
    const { walletCode } = world.deps;
    world.deps.walletCode = {
      onChains: async (wallet) => {
        await world.stores.walletCodes.save(wallet, [known(31337, true)]);
        return new Map([[31337, true]]);
      },
    };
    expect((await requestSettlement(world.deps, request)).left).toEqual([]);
    world.deps.walletCode = walletCode;
    await goOn();
    expect(await world.status(closed)).toBe("SETTLED");
    expect(await network.balance(elsewhere)).toBe(price);
  });

  it("go to an ordinary wallet that was taken for a contract, once every chain said that it is none", async () => {
    const ordinary = freshWallet();
    const closed = await paidClosed(ordinary);
    const { walletCode } = world.deps;
    world.deps.walletCode = { onChains: async () => new Map([[31337, null]]) };
    await goOn(1);
    expect(await world.status(closed)).toBe("PAID");
    expect(await told(closed)).toEqual([]);
    world.deps.walletCode = walletCode;
    await goOn();
    expect(await world.status(closed)).toBe("SETTLED");
    expect(await network.balance(ordinary)).toBe(price);
  });

  it("wait for the merchant where the service has no refund key, also when it lost it meanwhile", async () => {
    const closed = await paid(await contractWallet());
    const { refundSender, refundWallet: wallet } = world.deps;
    world.deps.refundSender = (chainId) => {
      const sender = refundSender(chainId);
      if (sender === null) return null;
      return { ...sender, prepareSweep: () => Promise.reject(new Error("the power went")) };
    };
    await expect(settle()).rejects.toThrow();
    Object.assign(world.deps, { refundSender: () => null, refundWallet: null });
    await settle();
    expect(await world.query("SELECT status, failure_reason FROM settlement_items")).toEqual([
      { status: "FAILED", failure_reason: "NO_REFUND_KEY" },
    ]);
    world.clockAheadMs += 3_600_000;
    await settle();
    expect(await told(closed)).toHaveLength(1);
    Object.assign(world.deps, { refundSender, refundWallet: wallet });
  });
});

describe("deposits of a contract wallet, in strict mode", () => {
  it("are never swept by the service", async () => {
    await world.query("UPDATE projects SET refund_mode = 'STRICT'");
    Object.assign(world.project, await world.stores.projects.findById(world.project.id));
    const closed = await paid(await contractWallet());
    await goOn();
    expect(await world.status(closed)).toBe("PAID");
    expect(await told(closed)).toHaveLength(1);
  });
});
