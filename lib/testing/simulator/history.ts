import { hourMs, minuteMs } from "@/lib/platform/values/time.rules";
import { bookFaults, leftFaults, pageFaults, restFaults, suddenFaults } from "./invariants";
import { createRandom } from "./random";
import { drawStep, runStep, type Step } from "./steps";
import { everyWork, round } from "./work-steps";
import type { World } from "./world";

/** The steps that a seed draws: about four virtual minutes each. */
export function drawSteps(seed: number, count: number): Step[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => drawStep(random));
}

/**
 * Plays steps and looks at the books after each, then lets everything come to rest.
 * @returns what should not be; empty without a fault
 */
export async function play(world: World, seed: number, steps: readonly Step[]): Promise<string[]> {
  await world.reset(seed);
  for (const step of steps) {
    await runStep(world, step);
    world.findings.push(
      ...(await suddenFaults(world)),
      ...(await bookFaults(world)),
      ...(await pageFaults(world)),
    );
    if (world.findings.length > 0) return world.findings;
  }
  await rest(world);
  return world.findings;
}

/** Once the faults stop, everything has this long. Blocks come all the while. */
const rests = [
  ...Array.from({ length: 8 }, () => 20_000),
  ...Array.from({ length: 6 }, () => 10 * minuteMs),
  ...Array.from({ length: 6 }, () => 2 * hourMs),
  ...Array.from({ length: 8 }, () => 8 * hourMs),
];
/** From here on nothing may be wrong. It is over once nothing is left. */
const leastRests = 12;

async function rest(world: World): Promise<void> {
  for (const nodes of world.nodes.values()) for (const { faults } of nodes) faults.clear();
  // What was signed when gas was cheap has to be raised.
  for (const chain of world.chains.values()) chain.baseFeeWei = 5n * 10n ** 9n;
  for (const url of world.outside.receivers.keys()) world.outside.receivers.set(url, "well");
  Object.assign(world.outside, { prices: [1, 1, 1], mailFails: false });
  for (const [index, ms] of rests.entries()) {
    await world.pass(ms);
    const instance = world.instances[index % 2] ?? world.instances[0];
    await round({ world, instance }, everyWork).catch((error: Error) =>
      world.findings.push(`at rest: ${error.stack}`),
    );
    if (world.findings.length > 0) return;
    if (index < leastRests) continue;
    const { wrong, missed } = await restFaults(world);
    const unfinished = [...missed, ...(await leftFaults(world))];
    world.findings.push(...wrong, ...(index === rests.length - 1 ? unfinished : []));
    if (world.findings.length > 0 || unfinished.length === 0) return;
  }
}

/** The fewest steps found that still fail, by leaving out ever smaller parts. */
export async function shrink(
  world: World,
  seed: number,
  steps: readonly Step[],
  isOver: () => boolean,
): Promise<Step[]> {
  let fewest = [...steps];
  for (let size = Math.ceil(fewest.length / 2); size >= 1 && !isOver(); size = Math.floor(size / 2))
    for (let from = 0; from < fewest.length && !isOver(); ) {
      const fewer = [...fewest.slice(0, from), ...fewest.slice(from + size)];
      if ((await play(world, seed, fewer)).length > 0) fewest = fewer;
      else from += size;
    }
  return fewest;
}
