import { expect, it } from "vitest";
import { settleCheckouts } from "@/lib/settlement/settle-checkouts";
import { isFull } from "@/lib/testing/full-size";
import { outcome } from "@/lib/testing/outcome";
import { freshWallet, price, testNetwork, testWorld } from "@/lib/testing/world";
import { convenient, refunding } from "@/lib/testing/world/refunding";

const network = await testNetwork();
const world = testWorld([network], { project: convenient });
const desk = refunding(world);

it("a refund and a sweep of one deposit never pay more than it received, and both finish", async () => {
  await world.change({ settlementPolicy: "IMMEDIATE" });
  const ends = new Set<string>();
  for (let round = 0; round < (isFull ? 100 : 4); round++) {
    const [checkout, customer] = [await desk.paid(), freshWallet()];
    await network.chain.mine(3);
    await world.watch();
    const settle = () => settleCheckouts(world.deps, 31337);
    const refund = async () => {
      const made = await desk.refund(checkout, customer, 1_000_000n);
      await desk.send();
      return made;
    };
    const before = await network.balance(checkout.merchantAddress);
    const racing = round % 2 === 0 ? refund() : settle().then(refund);
    await Promise.all([racing, settle(), settle()]);
    const made = await racing;
    for (let look = 0; look < 5; look++) {
      await settle();
      await desk.sendOn(1);
    }
    const swept = (await network.balance(checkout.merchantAddress)) - before;
    const refunded = (await desk.received(customer)).reduce((sum, amount) => sum + amount, 0n);
    expect(swept + refunded + (await network.balance(checkout.depositAddress))).toBe(price);
    expect([0n, 1_000_000n]).toContain(refunded);
    const status = await desk.status(made.refund);
    expect(status).toBe(refunded === 0n ? "AWAITING_SIGNATURE" : "COMPLETED");
    ends.add(status);
    // Whatever was first: no more than the rest can be asked for.
    expect(await outcome(desk.refund(checkout, customer, price - 1_000_000n + 1n))).toBe(
      "REFUND_AMOUNT_EXCEEDS_AVAILABLE",
    );
  }
  // Else one of them never was in time, and this was no race.
  if (isFull) expect([...ends].sort()).toEqual(["AWAITING_SIGNATURE", "COMPLETED"]);
}, 180_000);
