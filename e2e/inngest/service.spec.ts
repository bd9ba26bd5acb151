import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { type HeldLeases, openHeldLeases } from "@/lib/testing/held-leases";
import { reconcileBooks } from "@/lib/testing/operator-commands";
import { createCheckout, untilStatus } from "../support/api";
import { balanceOf, chainOf, pay, tokenOf } from "../support/chain";
import { type Balancer, type Instances, startBalancer, startInstances } from "../support/instances";
import { type Receiver, startReceiver } from "../support/receiver";
import { type OwnStack, startOwnStack } from "../support/stack";
import { type InngestServer, needsServer, startServer } from "./server";

needsServer();

const idleMinutes = Number(process.env.INNGEST_IDLE_MINUTES ?? 1);
const countedPayments = Number(process.env.INNGEST_PAYMENTS ?? 5);
const stormPayments = Number(process.env.INNGEST_STORM_PAYMENTS ?? 10);
const amount = 3_000_000n;
const duties = ["expire-checkouts", "upkeep", "watch-chain 31337", "watch-chain 31338"];
const watch = "watch-chain 31337";
const kinds = ["checkout.created", "checkout.detected", "checkout.paid", "checkout.settled"];
const operatorToken = "0123456789abcdef-operator-of-this-test";

let receiver: Receiver;
let stack: OwnStack;
let leases: HeldLeases;
let balancer: Balancer;
let server: InngestServer;
let instances: Instances;

test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  receiver = await startReceiver();
  stack = await startOwnStack({ extraWebhookUrl: receiver.url });
  await stack.server().stop();
  leases = await openHeldLeases(stack.manifest.databaseUrl);
  balancer = await startBalancer();
  server = await startServer(balancer.origin);
});
test.afterAll(async () => {
  await instances?.stop();
  await server?.stop();
  await balancer?.close();
  await leases?.close();
  await stack?.stop();
  await receiver?.close();
});

const idOf = (event: { data: object }): unknown =>
  "checkoutId" in event.data ? event.data.checkoutId : undefined;
const demo = () => instances.at(instances.running()[0] ?? 0);

async function payOne(): Promise<string> {
  const chain = chainOf(stack.manifest);
  const { id, depositAddress } = await createCheckout(demo(), {
    amount: String(amount),
    chainId: chain.chainId,
    tokenAddress: tokenOf(chain),
  });
  await pay(stack.manifest, String(depositAddress), amount);
  return id;
}
/** Settled and told, each event with the same bytes however often. */
async function untilDone(id: string, withinMs = 120_000): Promise<void> {
  await untilStatus(demo(), id, "SETTLED", withinMs);
  for (const kind of kinds)
    await receiver.until(({ event }) => event.event === kind && idOf(event) === id, withinMs);
  const bytes = new Map<string, string>();
  for (const { event, raw } of receiver.received.filter((each) => idOf(each.event) === id)) {
    expect(raw).toBe(bytes.get(event.id) ?? raw);
    bytes.set(event.id, raw);
  }
  expect(bytes.size).toBe(kinds.length);
}
async function areHeld(inProcess: boolean): Promise<boolean> {
  for (const duty of duties) {
    const holder = await leases.holderOf(duty);
    if (holder?.endsWith("(in process)") !== inProcess) return false;
  }
  return true;
}
async function msUntil(isSo: () => Promise<boolean>, withinMs: number): Promise<number> {
  const beganAt = Date.now();
  while (!(await isSo())) {
    if (Date.now() - beganAt > withinMs) throw new Error(`not within ${withinMs} ms`);
    await sleep(50);
  }
  return Date.now() - beganAt;
}
async function readiness() {
  const answer = await fetch(`${demo().baseUrl}/readyz`, { headers: { host: "localhost" } });
  return { status: answer.status, data: (await answer.json()).data };
}

test("the first look comes within five seconds of an instance that is ready", async () => {
  instances = await startInstances(stack, 2, {
    awaits: "answer",
    env: { ...server.env, INNGEST_SERVE_ORIGIN: balancer.origin, OPERATOR_TOKEN: operatorToken },
  });
  balancer.serve(instances.origins);
  const tookMs = await msUntil(() => areHeld(false), 20_000);
  console.log(`  every duty is held ${tookMs} ms after the instances answer`);
  expect(tookMs).toBeLessThanOrEqual(5_000);
  await expect.poll(async () => (await readiness()).status).toBe(200);
});

test("an idle hour costs at most 300 calls, a payment at most 12", async () => {
  // What the start began is over by then.
  await sleep(15_000);
  const before = balancer.calls();
  await sleep(idleMinutes * 60_000);
  console.log(`  ${JSON.stringify(balancer.callsByFunction())}`);
  const perHour = ((balancer.calls() - before) * 60) / idleMinutes;
  let calls = 0;
  const took: number[] = [];
  for (let payment = 0; payment < countedPayments; payment++) {
    const [callsBefore, beganAt] = [balancer.calls(), Date.now()];
    await untilDone(await payOne());
    took.push(Date.now() - beganAt);
    calls += balancer.calls() - callsBefore;
  }
  const perPayment = calls / countedPayments;
  console.log(
    `  ${perHour} calls in an idle hour, ${perPayment} for a payment, which took ${took.join(", ")} ms`,
  );
  expect(perHour).toBeLessThanOrEqual(300);
  expect(perPayment).toBeLessThanOrEqual(12);
});

for (const how of ["killed", "frozen"] as const)
  test(`while the server is ${how} the instances do its work, and it takes over again`, async () => {
    if (how === "killed") await server.kill();
    else server.freeze(true);
    await untilDone(await payOne());
    console.log(`  all work is done in process after ${await msUntil(() => areHeld(true), 120_000)} ms`);
    await untilDone(await payOne());
    const { status, data } = await readiness();
    expect(status).toBe(200);
    expect(data.openIncidents).toBe(1);
    expect(data.warnings.join(" ")).toContain("Inngest");
    expect(data.chains.every(({ ok }: { ok: boolean }) => ok)).toBe(true);

    if (how === "killed") await server.start();
    else server.freeze(false);
    const tookMs = await msUntil(() => areHeld(false), 60_000);
    console.log(`  the server does all of it again ${tookMs} ms after it is back`);
    expect(tookMs).toBeLessThanOrEqual(5_000);
    await untilDone(await payOne());
    await expect.poll(async () => (await readiness()).data).toMatchObject({ openIncidents: 0, warnings: [] });
  });

test("a killed instance is replaced within seconds, and a stopped one at once", async () => {
  const watcher = async () => instances.running().find((number) => instances.idOf(number) === watching);
  const watching = await leases.holderOf(watch);
  const killed = (await watcher()) ?? 0;
  await instances.kill(killed);
  const replacedAfterMs = await msUntil(async () => {
    const holder = await leases.holderOf(watch);
    return holder !== undefined && holder !== watching;
  }, 30_000);
  console.log(`  another instance watches ${replacedAfterMs} ms after the kill`);
  expect(replacedAfterMs).toBeLessThanOrEqual(10_000);
  await untilDone(await payOne());
  await instances.start(killed);
});

test("payments while instances and server are killed and started in turn happen once, and the books are clean", async () => {
  const before = await balanceOf(stack.manifest, stack.manifest.merchantAddress);
  const ids: string[] = [];
  for (let payment = 0; payment < stormPayments; payment++) {
    ids.push(await payOne());
    const turn = payment % 5;
    if (turn === 0) await instances.kill(payment % 2);
    if (turn === 1) await server.kill();
    if (turn === 2) await instances.start((payment - 2) % 2);
    if (turn === 3) await server.start();
  }
  if (stormPayments % 5 > 1 && stormPayments % 5 < 4) await server.start();
  for (const id of ids) await untilDone(id, 180_000);
  expect((await balanceOf(stack.manifest, stack.manifest.merchantAddress)) - before).toBe(
    amount * BigInt(ids.length),
  );
  await msUntil(() => areHeld(false), 60_000);
  expect(await reconcileBooks(stack.dataRoot)).toEqual([]);
});

test("a server that lost everything gets the functions again", async () => {
  const functionsOf = async () => {
    const answer = await fetch(`${server.url}/v1/apps/stablecoin-checkout/functions`, {
      headers: { authorization: `Bearer ${server.signingKey}` },
    });
    return answer.ok ? ((await answer.json()) as { id: string }[]).map(({ id }) => id).sort() : [];
  };
  const before = await functionsOf();
  expect(before).toContain("stablecoin-checkout-watch-chain");
  await server.forget();
  await msUntil(async () => (await functionsOf()).length === before.length, 120_000);
  await msUntil(() => areHeld(false), 60_000);
  expect(await functionsOf()).toEqual(before);
});
