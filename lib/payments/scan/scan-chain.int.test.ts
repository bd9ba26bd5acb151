import { describe, expect, it } from "vitest";
import { type ChainReader, ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { confirmPayments } from "@/lib/payments/confirm-payments";
import { expireCheckouts } from "@/lib/payments/expire-checkouts";
import { blockHash } from "@/lib/testing/builders";
import { cutOff, freshWallet, price, testNetwork, testWorld } from "@/lib/testing/world";
import { scanChain } from "./scan-chain";

const network = await testNetwork();
const world = testWorld([network], { booksAgree: true });

const cancel = ({ id }: Checkout) =>
  world.query("UPDATE checkouts SET status = 'CANCELLED', cancelled_at = now() WHERE id = $1", [id]);

describe("a checkout", () => {
  it("waits for the rest of an underpayment, and pays with it", async () => {
    const checkout = await world.create();
    await network.pay(checkout.depositAddress, price - 1n);
    await world.settle();
    expect(await world.find(checkout)).toMatchObject({
      status: "PENDING",
      totalPaidUnits: price - 1n,
      paidUnits: price - 1n,
      paymentTxHash: null,
    });
    const { txHash } = await network.pay(checkout.depositAddress, 1n);
    await world.settle();
    expect(await world.find(checkout)).toMatchObject({ status: "PAID", paymentTxHash: txHash });
    expect(await world.events(checkout)).toBe("created partially_paid detected paid");
  });

  it("is paid above the price, with the excess known", async () => {
    const checkout = await world.create();
    await network.pay(checkout.depositAddress, price + 7n);
    await world.settle();
    expect(await world.find(checkout)).toMatchObject({ status: "PAID", paidUnits: price + 7n });
  });

  it("is paid by two transfers of one block, with one event, from the completing one", async () => {
    const checkout = await world.create();
    let second = "";
    await network.inOneBlock(async () => {
      await network.pay(checkout.depositAddress, price - 1n);
      second = (await network.pay(checkout.depositAddress, 1n)).txHash;
    });
    await world.settle();
    expect(await world.find(checkout)).toMatchObject({ status: "PAID", paymentTxHash: second });
    expect(await world.events(checkout)).toBe("created detected paid");
  });

  it("distinguishes two checkouts paid in one block", async () => {
    const [first, second] = [await world.create(), await world.create()];
    await network.inOneBlock(async () => {
      await network.pay(first.depositAddress, price);
      await network.pay(second.depositAddress, price - 1n);
    });
    await world.settle();
    expect(await world.status(first)).toBe("PAID");
    expect(await world.find(second)).toMatchObject({ status: "PENDING", totalPaidUnits: price - 1n });
  });

  it("accepts the merchant's tolerance", async () => {
    await world.reopen({ project: { toleranceBps: 100 } });
    const [enough, short] = [await world.create(), await world.create()];
    await network.pay(enough.depositAddress, 4_455_000n);
    await network.pay(short.depositAddress, 4_454_999n);
    await world.settle();
    expect(await world.status(enough)).toBe("PAID");
    expect(await world.status(short)).toBe("PENDING");
  });

  it("marks nothing final before its block was scanned", async () => {
    const checkout = await world.create();
    await network.pay(checkout.depositAddress, price);
    await world.scan();
    await network.chain.mine(5);
    await confirmPayments(world.deps, 31337);
    expect(await world.status(checkout)).toBe("DETECTED");
    await world.watch();
    expect(await world.status(checkout)).toBe("PAID");
  });
});

describe("money that does not pay", () => {
  it("to an unrelated address is ignored", async () => {
    const checkout = await world.create();
    await network.pay(freshWallet(), price);
    await world.settle();
    expect(await world.find(checkout)).toMatchObject({ status: "PENDING", totalPaidUnits: 0n });
    expect(await world.query("SELECT id FROM transfers")).toEqual([]);
  });

  it("in another token is stored as a stray without effect", async () => {
    const checkout = await world.create();
    await network.pay(checkout.depositAddress, 10n * price, { token: network.usdt });
    await world.settle();
    expect(await world.find(checkout)).toMatchObject({
      status: "PENDING",
      totalPaidUnits: 0n,
      paidUnits: 0n,
      paymentTxHash: null,
    });
    expect(
      await world.query("SELECT token_address, amount_units FROM transfers WHERE checkout_id = $1", [
        checkout.id,
      ]),
    ).toEqual([{ token_address: network.usdt, amount_units: 10n * price }]);
  });

  it("that arrives late is held until the merchant decides", async () => {
    const checkout = await world.createFor(1);
    await network.pass(120);
    const { txHash } = await network.pay(checkout.depositAddress, price);
    await world.scan();
    expect(await world.status(checkout)).toBe("EXPIRED");
    await world.goOn();
    expect(await world.find(checkout)).toMatchObject({
      status: "LATE_PAID",
      lateAcceptedAt: null,
      paymentTxHash: txHash,
    });
    expect(await world.events(checkout)).toBe("created expired late_paid");
  });

  it("that arrives late doesn't complete a partial on-time payment", async () => {
    const checkout = await world.createFor(1);
    await network.pay(checkout.depositAddress, price - 1n);
    await world.settle();
    await network.pass(120);
    await network.pay(checkout.depositAddress, 1n);
    await world.settle();
    expect(await world.status(checkout)).toBe("LATE_PAID");
  });

  it("for a cancelled order is held, whenever it was sent", async () => {
    const checkout = await world.create();
    await cancel(checkout);
    await network.pay(checkout.depositAddress, price);
    await world.scan();
    expect(await world.status(checkout)).toBe("CANCELLED");
    await world.goOn();
    expect(await world.find(checkout)).toMatchObject({ status: "LATE_PAID", lateAcceptedAt: null });
  });
});

describe("outages and races", () => {
  it("finds a payment made while the node was down, after its deadline", async () => {
    const checkout = await world.createFor(1);
    world.nodesDown = true;
    await network.pay(checkout.depositAddress, price);
    await network.pass(300);
    await expect(world.scan()).rejects.toThrow(ChainUnavailable);
    await expireCheckouts(world.deps);
    expect(await world.status(checkout)).toBe("PENDING");
    world.nodesDown = false;
    await world.settle();
    expect(await world.events(checkout)).toBe("created detected paid");
  });

  it("reopens a checkout that expired while the node was stalled, once the on-time block arrives", async () => {
    const checkout = await world.createFor(1);
    // The node shows an old head for long, as one does that fell out of step.
    const { reader } = world.deps;
    const stuck = await reader(31337).latest();
    await network.pay(checkout.depositAddress, price);
    world.deps.reader = (chainId) => ({ ...reader(chainId), latest: async () => stuck });
    for (const minutes of [0, 12]) {
      world.clockAheadMs = minutes * 60_000;
      await world.scan();
    }
    await expireCheckouts(world.deps);
    expect(await world.status(checkout)).toBe("EXPIRED");

    world.deps.reader = reader;
    await world.scan();
    expect(await world.status(checkout)).toBe("DETECTED");
    await world.goOn();
    expect(await world.status(checkout)).toBe("PAID");
    expect(await world.events(checkout)).toBe("created expired detected paid");
  });

  it("starts before the oldest checkout when no node answered at the time of payment", async () => {
    await world.reopen({ scanned: false });
    await network.pass(5);
    world.nodesDown = true;
    const checkout = await world.create();
    await network.pay(checkout.depositAddress, price);
    await network.chain.mine(100);
    await expect(world.scan()).rejects.toThrow(ChainUnavailable);
    world.nodesDown = false;
    await world.watch();
    expect(await world.status(checkout)).toBe("PAID");
  });

  it("lets one of several scanners win, and credits once", async () => {
    const checkout = await world.create();
    await network.pay(checkout.depositAddress, price - 1n);
    await network.pay(checkout.depositAddress, 1n);
    const results = await Promise.all(Array.from({ length: 6 }, () => scanChain(world.deps, 31337)));
    expect(results.filter(({ kind, events }) => kind === "scanned" && events > 0)).toHaveLength(1);
    expect(await world.find(checkout)).toMatchObject({ status: "DETECTED", totalPaidUnits: price });
    expect(await world.events(checkout)).toBe("created detected");
  });

  it("lets several concurrent first scans of a chain start once", async () => {
    await world.reopen({ scanned: false });
    const checkout = await world.create();
    await network.pay(checkout.depositAddress, price);
    await Promise.all(Array.from({ length: 4 }, () => scanChain(world.deps, 31337)));
    await world.scan();
    expect(await world.find(checkout)).toMatchObject({ status: "DETECTED", totalPaidUnits: price });
  });

  it.each(["lockCheckouts", "saveAdvances", "savePosition", "saveHeaders"] as const)(
    "repeats the range after an interruption at %s, and changes nothing twice",
    async (step) => {
      const checkout = await world.create();
      await network.pay(checkout.depositAddress, price);
      const before = await world.stores.positions.find(31337);
      const deps = { ...world.deps, payments: cutOff(world.stores.payments, step) };
      await expect(scanChain(deps, 31337)).rejects.toThrow("the power went");
      expect(await world.stores.positions.find(31337)).toEqual(before);
      expect(await world.status(checkout)).toBe("PENDING");
      expect(await world.query("SELECT id FROM ledger_entries")).toEqual([]);

      await world.scan();
      expect(await world.find(checkout)).toMatchObject({ status: "DETECTED", totalPaidUnits: price });
      expect(await world.events(checkout)).toBe("created detected");
    },
  );

  it("rejects a node's contradictory answer, and keeps its position", async () => {
    const checkout = await world.create();
    await network.pay(checkout.depositAddress, price);
    const before = await world.stores.positions.find(31337);
    const { reader } = world.deps;
    const lying = {
      ...world.deps,
      reader: (chainId: number) => ({
        ...reader(chainId),
        logs: async (...asked: Parameters<ChainReader["logs"]>) => {
          const logs = await reader(chainId).logs(...asked);
          const transfers = logs.transfers.map((log) => ({ ...log, blockHash: blockHash(1n, 1) }));
          return { ...logs, transfers };
        },
      }),
    };
    await expect(scanChain(lying, 31337)).rejects.toThrow("not canonical");
    expect(await world.stores.positions.find(31337)).toEqual(before);
    await world.scan();
    expect(await world.status(checkout)).toBe("DETECTED");
  });
});
