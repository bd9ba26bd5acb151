import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { verifyPayment } from "@/lib/payments/verify-payment";
import type { Payment } from "@/lib/testing/network";
import { openWorld, price, testNetwork } from "@/lib/testing/world";
import { type FaultyWorld, openFaultyWorld, withSettings } from "@/lib/testing/world/faulty-nodes";

let faulty: FaultyWorld;
let checkout: Checkout;

const network = withSettings(await testNetwork(), { maxBlockRange: 20 });
beforeEach(async () => {
  faulty = await openFaultyWorld(await openWorld([network]), 1);
  await faulty.round();
  await network.chain.mine(2);
  checkout = await faulty.world.createFor(60);
  await faulty.round();
});
afterEach(() => faulty?.world.close());

const kinds = () => faulty.world.events(checkout);

describe("a reorg", () => {
  it("during the verification of a hash credits nothing that was replaced", async () => {
    const { txHash } = await network.pay(checkout.depositAddress, price);
    const reader = faulty.world.deps.reader(31337);
    let reorgs = 0;
    const takenAfter = async <T>(answer: Promise<T>): Promise<T> => {
      const told = await answer;
      if (reorgs++ === 0) await network.chain.reorg(1);
      return told;
    };
    const deps = {
      ...faulty.world.deps,
      reader: () => ({
        ...reader,
        header: (number: bigint) => takenAfter(reader.header(number)),
        headers: (numbers: readonly bigint[]) => takenAfter(reader.headers(numbers)),
      }),
    };
    await verifyPayment(deps, checkout.id, { txHash, chainId: 31337 });
    expect(reorgs).toBeGreaterThan(0);
    expect(await faulty.recover()).toEqual([]);
    expect(await faulty.world.find(checkout)).toMatchObject({ status: "PENDING", totalPaidUnits: 0n });
  });

  it("that moved a payment doesn't count it twice when a hint reports it before the scan", async () => {
    const half = price / 2n;
    const other = await faulty.world.create();
    let moved: Payment | undefined;
    await network.inOneBlock(async () => {
      await network.pay(other.depositAddress, half, { account: 2 });
      moved = await network.pay(checkout.depositAddress, half, { account: 1 });
    });
    if (moved === undefined) throw new Error("nothing was paid");
    await faulty.round();
    expect(await faulty.world.find(checkout)).toMatchObject({ status: "PENDING", totalPaidUnits: half });

    await network.chain.reorg(1);
    await network.chain.client.sendRawTransaction({ serializedTransaction: moved.rawTransaction });
    await network.chain.mine(1);
    // Alone in a block above the scanned position, so at another place among its logs.
    await verifyPayment(faulty.world.deps, checkout.id, { txHash: moved.txHash, chainId: 31337 });
    expect(await faulty.world.find(checkout)).toMatchObject({ status: "PENDING", totalPaidUnits: half });
    expect(await faulty.recover()).toEqual([]);
    expect(await faulty.world.find(checkout)).toMatchObject({ status: "PENDING", totalPaidUnits: half });
    expect(await kinds()).toBe("created partially_paid");
  });

  it("that moved a payment below the block in which a hint found it never has it counted as gone", async () => {
    await network.chain.mine(24);
    const { txHash, rawTransaction } = await network.pay(checkout.depositAddress, price);
    await verifyPayment(faulty.world.deps, checkout.id, { txHash, chainId: 31337 });
    expect(await faulty.world.status(checkout)).toBe("DETECTED");
    // Its new block and the one that the hint named are read apart, the new one first.
    await network.chain.reorg(25, [[rawTransaction, 0]]);
    await network.chain.mine(20);
    expect(await faulty.recover()).toEqual([]);
    expect(await kinds()).toBe("created detected paid");
  });
});
