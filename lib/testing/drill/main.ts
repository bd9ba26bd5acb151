/**
 * `npm run drill [-- --only WORDS] [-- --keep]`: breaks one thing after another under a service of its own, shows what
 * an operator sees of it, mends it, and checks that a payment made meanwhile is settled, told and booked. Full disk and
 * clock are simulated; nothing of this machine or of another service is touched.
 *
 * Ends with 0, or with 1 when a check failed.
 */
import { chmod, mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { reconcileBooks } from "@/lib/testing/operator-commands";
import { type Scene, scenes } from "./scenes";
import { type DrillWorld, openDrillWorld, until } from "./world";

const seenWithinMs = 150_000;
const mendedWithinMs = 180_000;

type Outcome = { seen: string[]; faults: string[] };

async function play(scene: Scene, world: DrillWorld, dataRoot: string): Promise<Outcome> {
  const { query } = world;
  world.log.length = 0;
  const checkout = await world.create();
  await scene.breaks(world);
  const seen: string[] = [];
  const faults: string[] = [];
  try {
    await world.pay(checkout);
    for (const [where, look] of Object.entries(scene.sees)) {
      const line = await until(seenWithinMs, () => look(world));
      if (line === null) faults.push(`${where} did not show it`);
      else seen.push(`${where}: ${line}`);
    }
  } finally {
    await scene.restores(world);
  }
  const status = async () => {
    const [row] = await query<{ status: string }>("SELECT status FROM checkouts WHERE id = $1", [
      checkout.id,
    ]);
    return row?.status ?? null;
  };
  const isSettled = await until(mendedWithinMs, async () => ((await status()) === "SETTLED" ? true : null));
  if (isSettled === null) faults.push(`the payment is ${await status()} and not SETTLED`);
  const told = await until(mendedWithinMs, async () => {
    const events = await query<{ id: string }>("SELECT id FROM outbox_events WHERE checkout_id = $1", [
      checkout.id,
    ]);
    const received = world.receiver.events();
    return events.every(({ id }) => received.has(id)) ? true : null;
  });
  if (told === null) faults.push("the receiver lacks an event of it");
  const closed = await until(mendedWithinMs, async () => {
    const open = await query("SELECT FROM incidents WHERE resolved_at IS NULL");
    return open.length === 0 ? true : null;
  });
  if (closed === null) faults.push("an incident is still open");
  faults.push(...(await reconcileBooks(dataRoot)));
  return { seen, faults };
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { only: { type: "string" }, keep: { type: "boolean" } } });
  const wanted = scenes.filter(({ name }) => name.includes(values.only ?? ""));
  const dataRoot = path.resolve(".data", "drill");
  await rm(dataRoot, { recursive: true, force: true });
  await mkdir(dataRoot, { recursive: true });
  // PostgreSQL runs as a user of its own.
  await chmod(dataRoot, 0o755);
  const world = await openDrillWorld(dataRoot, (line) => console.error(line));
  let failed = 0;
  try {
    for (const scene of wanted) {
      const begun = performance.now();
      const { seen, faults } = await play(scene, world, dataRoot);
      const seconds = Math.round((performance.now() - begun) / 1_000);
      failed += faults.length === 0 ? 0 : 1;
      console.log(`\n${faults.length === 0 ? "ok   " : "FAULT"}  ${scene.name}  (${seconds} s)`);
      for (const line of seen) console.log(`         seen    ${line}`);
      for (const line of faults) console.log(`         fault   ${line}`);
      if (faults.length === 0)
        console.log("         after   payment SETTLED, events delivered, incidents closed, books explained");
    }
  } finally {
    await world.stop();
    if (!values.keep) await rm(dataRoot, { recursive: true, force: true });
  }
  console.log(`\n${wanted.length - failed} of ${wanted.length} scenes ended well.`);
  return failed === 0 && wanted.length > 0 ? 0 : 1;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
