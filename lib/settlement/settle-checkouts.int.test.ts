import { describe, expect, it } from "vitest";
import { ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import { CallRefused } from "@/lib/chain/sender/chain-sender.port";
import { testWallet } from "@/lib/testing/chain";
import { freshWallet, price, testNetwork, testWorld } from "@/lib/testing/world";
import { settling } from "@/lib/testing/world/settling";

const network = await testNetwork();
const world = testWorld([network], { booksAgree: true });
const {
  itemsOf,
  look,
  lookOn,
  lookWith,
  settleToTheEnd,
  settlements,
  statuses,
  sweepAsStranger,
  transactions,
} = settling(world);

describe("a settlement", () => {
  it("pays the merchant exactly the received amount, over-payment included", async () => {
    const checkout = await world.create();
    await world.pay(checkout, price + 11n);
    await settleToTheEnd();
    expect(await world.status(checkout)).toBe("SETTLED");
    expect(await network.balance(checkout.merchantAddress)).toBe(price + 11n);
  });

  it("sweeps several checkouts in one transaction", async () => {
    const checkouts = [await world.paid(), await world.paid(), await world.paid()];
    await settleToTheEnd();
    expect(new Set(await statuses(...checkouts))).toEqual(new Set(["SETTLED"]));
    expect(await network.balance(world.project.settlementWallet)).toBe(3n * price);
    expect(await transactions()).toMatchObject([{ status: "CONFIRMED" }]);
  });

  it("waits until the payment is in a settled block, and does nothing before", async () => {
    const checkout = await world.create();
    await network.pay(checkout.depositAddress, price);
    await world.watch();
    expect(await look()).toMatchObject({ open: 0 });
    expect(await settlements()).toEqual([]);
  });

  it("skips a project that settles by hand", async () => {
    await world.reopen({ project: { settlementPolicy: "MANUAL" } });
    const checkout = await world.paid();
    expect(await look()).toMatchObject({ open: 0 });
    expect(await world.status(checkout)).toBe("PAID");
  });

  it("completes when the scanner confirms the sweep as final, not when it is mined", async () => {
    const checkout = await world.paid();
    await look();
    await world.watch();
    expect(await world.status(checkout)).toBe("PAID");
    await network.chain.mine(1);
    await look();
    expect(await world.status(checkout)).toBe("PAID");
    await world.watch();
    expect(await world.status(checkout)).toBe("SETTLED");
  });
});

describe("a node that does not help", () => {
  it("changes nothing while it is down, and is caught up with later", async () => {
    const checkout = await world.paid();
    world.nodesDown = true;
    await expect(look()).rejects.toThrow(ChainUnavailable);
    await expect(look()).rejects.toThrow(ChainUnavailable);
    expect(await transactions()).toEqual([]);
    world.nodesDown = false;
    await settleToTheEnd();
    expect(await network.balance(checkout.merchantAddress)).toBe(price);
  });

  it("gets the same bytes again while it refuses, and no others", async () => {
    const checkout = await world.paid();
    const { sender } = world.deps;
    const sent: string[] = [];
    world.deps.sender = (chainId) => ({
      ...sender(chainId),
      broadcast: async (rawTransaction) => {
        sent.push(rawTransaction);
        return sent.length < 3
          ? { accepted: false, message: "mempool is full" }
          : sender(chainId).broadcast(rawTransaction);
      },
    });
    expect(await look()).toMatchObject({ open: 1 });
    await look();
    expect(sent).toHaveLength(1);
    await settleToTheEnd();
    expect(await world.status(checkout)).toBe("SETTLED");
    expect(new Set(sent).size).toBe(1);
    expect(await transactions()).toMatchObject([{ status: "CONFIRMED", broadcast_count: 3 }]);
  });

  it("takes the next nonce when another transaction of the wallet took its own", async () => {
    const checkout = await world.paid();
    await lookWith(() => ({ broadcast: async () => ({ accepted: false, message: "lost on the way" }) }));
    await testWallet(network.chain, 0).sendTransaction({ to: freshWallet(), value: 1n });
    await settleToTheEnd();
    expect(await world.status(checkout)).toBe("SETTLED");
    expect(await network.balance(checkout.merchantAddress)).toBe(price);
    expect((await transactions()).map(({ status }) => status)).toEqual(["REPLACED", "CONFIRMED"]);
  });
});

describe("a stranger's sweep", () => {
  it("settles as ours does", async () => {
    const checkout = await world.paid();
    await sweepAsStranger(checkout);
    await world.mineAndWatch();
    expect(await world.status(checkout)).toBe("SETTLED");
    expect(await look()).toMatchObject({ open: 0 });
    expect(await transactions()).toEqual([]);
    expect(await network.balance(checkout.merchantAddress)).toBe(price);
  });

  it("mined before ours leaves ours with nothing to sweep, and the checkout settled", async () => {
    const checkout = await world.paid();
    await lookWith((sender) => ({
      broadcast: async (rawTransaction) => {
        await sweepAsStranger(checkout);
        return sender.broadcast(rawTransaction);
      },
    }));
    await settleToTheEnd();
    expect(await world.status(checkout)).toBe("SETTLED");
    expect(await network.balance(checkout.merchantAddress)).toBe(price);
    expect(await itemsOf(checkout)).toEqual([{ status: "SWEPT", failure_reason: null }]);
  });
});

describe("a settlement in trouble", () => {
  it("waits while the operator has no gas money, and continues when there is some", async () => {
    const checkout = await world.paid();
    await lookWith(() => ({
      prepareSweep: async () => Promise.reject(new CallRefused("NO_GAS_MONEY", "insufficient funds")),
    }));
    await lookOn(4);
    expect(await world.status(checkout)).toBe("SETTLED");
  });

  it("whose transaction reverts as a whole doesn't blame its deposits: each is retried by itself, soon", async () => {
    const checkouts = [await world.paid(), await world.paid(), await world.paid()];
    await lookWith((sender) => ({
      prepareSweep: async (items) => {
        const { succeeds, call } = await sender.prepareSweep(items);
        // Too little for even the first.
        return { succeeds, call: { ...call, gasLimit: 150_000n } };
      },
    }));
    await lookOn(8);
    expect(await statuses(...checkouts)).toEqual(["SETTLED", "SETTLED", "SETTLED"]);
    expect(
      await world.query(
        "SELECT status::text, count(*)::int FROM outgoing_transactions WHERE own(id) GROUP BY status ORDER BY status",
      ),
    ).toEqual([
      { status: "CONFIRMED", count: 3 },
      { status: "REVERTED", count: 1 },
    ]);
  });

  it("fills the gap in the nonces that is left when a node claims that another transaction took one", async () => {
    const checkout = await world.paid();
    const lost = async () => ({ accepted: true, message: null });
    await lookWith(() => ({ broadcast: lost }));
    world.clockAheadMs += 20_000;
    await lookWith((sender) => ({
      broadcast: lost,
      minedNonce: async () => (await sender.minedNonce()) + 1n,
      minedNonceAt: async (block) => (await sender.minedNonceAt(block)) + 1n,
    }));
    expect(
      await world.query("SELECT status FROM outgoing_transactions WHERE own(id) ORDER BY created_at LIMIT 1"),
    ).toEqual([{ status: "REPLACED" }]);
    // The look that believed it has signed for the nonce above; the next settlement fills the one below.
    const next = await world.paid();
    await lookOn(4);
    expect(await statuses(checkout, next)).toEqual(["SETTLED", "SETTLED"]);
  });
});
