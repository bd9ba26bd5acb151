import { describe, expect, it } from "vitest";
import { type ChainReader, ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import { confirmPayments } from "@/lib/payments/confirm-payments";
import { blockHash } from "@/lib/testing/builders";
import { changedBefore } from "@/lib/testing/gate";
import { cutOff, freshWallet, price, testNetwork, testWorld } from "@/lib/testing/world";
import { scanChain } from "./scan-chain";

const network = await testNetwork();
const world = testWorld([network], { booksAgree: true });

describe("a checkout", () => {
  it("markFinalAndAdvance under the lock: the chain was rewound", async () => {
    const checkout = await world.create();
    await network.pay(checkout.depositAddress, price);
    await network.chain.mine(5);
    await world.scan();
    const move = (blocks: number) =>
      world.query("UPDATE chain_cursors SET block_number = block_number + $1", [blocks]);
    await changedBefore(
      { ...world.deps },
      "lockPosition",
      () => move(-1),
      (deps) => confirmPayments(deps, 31337),
    );
    expect(await world.status(checkout)).toBe("DETECTED");
    await move(1);
    await confirmPayments(world.deps, 31337);
    expect(await world.status(checkout)).toBe("PAID");
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

  it("that arrives late is held until the merchant decides", async () => {
    const checkout = await world.createFor(1);
    await network.pass(120);
    const { txHash } = await network.pay(checkout.depositAddress, price);
    await world.scan();
    expect(await world.status(checkout)).toBe("EXPIRED");
    await world.mineAndWatch();
    expect(await world.find(checkout)).toMatchObject({
      status: "LATE_PAID",
      lateAcceptedAt: null,
      paymentTxHash: txHash,
    });
    expect(await world.events(checkout)).toBe("created expired late_paid");
  });
});

describe("outages and races", () => {
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

  /** A look that read the chain before this change. */
  const scanAfter = (change: () => Promise<unknown>) =>
    changedBefore({ ...world.deps }, "lockPosition", change, (deps) => scanChain(deps, 31337));

  it("record under the lock: another watcher scanned the blocks", async () => {
    const checkout = await world.create();
    await network.pay(checkout.depositAddress, price - 1n);
    await network.pay(checkout.depositAddress, 1n);
    expect((await scanAfter(() => scanChain(world.deps, 31337))).kind).toBe("raced");
    expect(await world.find(checkout)).toMatchObject({ status: "DETECTED", totalPaidUnits: price });
    expect(await world.events(checkout)).toBe("created detected");
  });

  it("noteIdleHead under the lock: another watcher scanned a newer block", async () => {
    world.clockAheadMs += 5_000;
    const position = () => world.stores.positions.find(31337);
    let newer: Awaited<ReturnType<typeof position>> = null;
    await scanAfter(async () => {
      await network.chain.mine(1);
      world.clockAheadMs += 1_000;
      await world.scan();
      newer = await position();
    });
    expect(await position()).toEqual(newer);
  });

  it("begin under the lock: another watcher scanned the chain", async () => {
    await world.reopen({ scanned: false });
    const checkout = await world.create();
    await network.pay(checkout.depositAddress, price);
    const position = () => world.stores.positions.find(31337);
    let before: Awaited<ReturnType<typeof position>> = null;
    await scanAfter(async () => {
      await world.scan();
      before = await position();
    });
    expect(await position()).toEqual(before);
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
