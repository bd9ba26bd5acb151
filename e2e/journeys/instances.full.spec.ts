import { expect, test } from "@playwright/test";
import { type HeldLeases, openHeldLeases } from "@/lib/testing/held-leases";
import { reconcileBooks } from "@/lib/testing/operator-commands";
import { createRandom } from "@/lib/testing/simulator/random";
import { createCheckout, untilStatus } from "../support/api";
import { balanceOf, chainOf, pay, tokenOf, untilMined } from "../support/chain";
import { type Instances, startInstances } from "../support/instances";
import { type Receiver, startReceiver } from "../support/receiver";
import { type OwnStack, startOwnStack } from "../support/stack";

const seed = Number(process.env.INSTANCES_SEED ?? Math.floor(Math.random() * 2 ** 31));
const payments = 8;
const amount = 3_000_000n;
const kinds = ["checkout.created", "checkout.detected", "checkout.paid", "checkout.settled"];
/** A lease, a poll and a busy machine; without another instance's help nothing would come for a minute. */
const handedOverWithinMs = 30_000;

let receiver: Receiver;
let stack: OwnStack;
let leases: HeldLeases;

test.describe.configure({ mode: "serial" });
test.setTimeout(480_000);
test.beforeAll(async () => {
  test.setTimeout(240_000);
  console.log(`  INSTANCES_SEED=${seed}`);
  receiver = await startReceiver();
  stack = await startOwnStack({ extraWebhookUrl: receiver.url });
  await stack.server().stop();
  leases = await openHeldLeases(stack.manifest.databaseUrl);
});
test.afterAll(async () => {
  test.setTimeout(180_000);
  await leases?.close();
  await stack?.stop();
  await receiver?.close();
});

test("three instances on one database may be killed, and everything happens once", async () => {
  const instances = await startInstances(stack, 3);
  const { watcher, untilHandedOver } = watching(instances);
  await untilHandedOver();
  await payAndKill(instances, createRandom(seed).next, async () => (await watcher()) ?? 0, untilHandedOver);
  await instances.stop();
  // Who leaves in order keeps no one waiting.
  expect(await leases.leftBy([0, 1, 2].map(instances.idOf))).toEqual([]);
});

/** Who watches the chain, by the lease. */
function watching(instances: Instances) {
  const watcher = async () => {
    const holder = await leases.holderOf("watch-chain 31337");
    return [0, 1, 2].find((number) => instances.idOf(number) === holder);
  };
  const untilHandedOver = async (): Promise<void> => {
    await expect
      .poll(async () => instances.running().includes((await watcher()) ?? -1), {
        timeout: handedOverWithinMs,
        intervals: [50],
      })
      .toBe(true);
  };
  return { watcher, untilHandedOver };
}

/**
 * Payments come in at whichever instance runs while two are killed, one by the seed and one that watches, and started
 * again. Then all must have happened once: credits, settlements, events.
 *
 * @param watcher the number of the instance that watches the chain
 * @param untilHandedOver resolves when one that runs has the lease
 */
async function payAndKill(
  instances: Instances,
  random: () => number,
  watcher: () => Promise<number>,
  untilHandedOver: () => Promise<void>,
): Promise<void> {
  const demo = stack.manifest;
  const chain = chainOf(demo);
  const before = await balanceOf(demo, demo.merchantAddress);
  const anyRunning = () => {
    const running = instances.running();
    return running[Math.floor(random() * running.length)] ?? 0;
  };
  const ids: string[] = [];
  const handovers: Promise<string>[] = [];
  const starts: Promise<void>[] = [];
  const beganAt = Date.now();
  const seconds = () => Math.round((Date.now() - beganAt) / 1_000);
  let killed = -1;

  const kill = async (number: number): Promise<void> => {
    const wasWatcher = (await watcher()) === number;
    killed = number;
    await instances.kill(number);
    const since = Date.now();
    const measured = untilHandedOver().then(
      () => `${number}${wasWatcher ? " (the watcher)" : ""}: ${Date.now() - since} ms`,
    );
    measured.catch(() => undefined);
    handovers.push(measured);
  };

  for (let payment = 0; payment < payments; payment++) {
    const checkout = await createCheckout(instances.at(anyRunning()), {
      amount: String(amount),
      chainId: chain.chainId,
      tokenAddress: tokenOf(chain),
    });
    ids.push(checkout.id);
    const hash = await pay(demo, String(checkout.depositAddress), amount);
    if (payment === 1) await kill(anyRunning());
    if (payment === 4) {
      await Promise.all([...handovers, ...starts]);
      await kill(await watcher());
    }
    if (payment === 3 || payment === 6) starts.push(instances.start(killed));
    await untilMined(demo, hash);
  }
  console.log(`  handed over after the kill of instance ${(await Promise.all(handovers)).join(", of ")}`);
  await Promise.all(starts);
  const paidAfter = seconds();

  const alive = () => instances.at(anyRunning());
  for (const id of ids) {
    const settled = await untilStatus(alive(), id, "SETTLED", 90_000);
    expect(settled, id).toMatchObject({ totalPaid: String(amount), paidAmount: String(amount) });
  }
  expect((await balanceOf(demo, demo.merchantAddress)) - before).toBe(amount * BigInt(ids.length));

  const settledAfter = seconds();
  for (const id of ids) {
    for (const kind of kinds) {
      // What a killed instance had begun to send comes when its lease is over.
      await receiver.until(({ event }) => event.event === kind && idOf(event) === id, 100_000);
    }
    const bytes = new Map<string, string>();
    for (const { event, raw } of receiver.received.filter((each) => idOf(each.event) === id)) {
      expect(raw, event.id).toBe(bytes.get(event.id) ?? raw);
      bytes.set(event.id, raw);
    }
    expect([...bytes.values()].map((raw) => JSON.parse(raw).event).sort(), id).toEqual([...kinds].sort());
  }
  console.log(`  all paid after ${paidAfter} s, settled ${settledAfter} s, told ${seconds()} s`);
  expect(await reconcileBooks(stack.dataRoot)).toEqual([]);
}

/** The checkout that an event is about. */
function idOf(event: { data: object }): unknown {
  return "checkoutId" in event.data ? event.data.checkoutId : undefined;
}
