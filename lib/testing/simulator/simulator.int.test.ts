import { afterAll, beforeAll, expect, it } from "vitest";
import { noon } from "@/lib/testing/builders";
import { drawSteps, play, shrink } from "./history";
import { liesTold } from "./nodes";
import type { Step } from "./steps";
import { openWorld, type World } from "./world";

/**
 * `npm test` plays fixed seeds. `npm run night -- simulator --days 30` plays a simulated day for each of as many new
 * seeds. To play one again: `npm run night -- simulator --seed 7 --steps 100`; the last steps that fail are printed as
 * `--only`, which plays these alone (`--shrink` seconds are spent to find them).
 */
const { DAYS, SEED, STEPS, ONLY, SHRINK } = process.env;
/** Together with the rest after them, about a day of virtual time. */
const stepsOfDay = 400;
const steps = Number(STEPS ?? (DAYS === undefined ? 110 : stepsOfDay));
/** Histories with reorganisations, two instances at once, and nodes that lie. */
const fixedSeeds = [15, 23];
const isFixed = SEED === undefined && DAYS === undefined;
const firstSeed = Number(SEED ?? Date.now() % 1_000_000_000);
const seeds = isFixed
  ? fixedSeeds
  : Array.from({ length: Number(DAYS ?? 1) }, (_, index) => firstSeed + index);
/** Seconds. */
const shrinkWithin = Number(SHRINK ?? (DAYS === undefined ? 0 : 600));

let world: World;
/** By the seed of the history. */
const lies = new Map<number, number>();
const began = process.hrtime.bigint();
const seconds = () => Number(process.hrtime.bigint() - began) / 1e9;
let hours = 0;
let findings = 0;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  const perHour = Math.round(hours / (seconds() / 3_600));
  console.info({
    histories: seeds.length,
    hours: Math.round(hours),
    seconds: Math.round(seconds()),
    perHour,
    findings,
    lies: Object.fromEntries(lies),
  });
  console.info(Object.fromEntries([...world.counts].sort()));
  await world.close();
  // With another drawing these seeds may be tame: take others then.
  if (isFixed) expect([...lies].filter(([, told]) => told === 0)).toEqual([]);
});

it.each(seeds)(
  "a history of the whole service, seed %i",
  async (seed) => {
    const drawn = drawSteps(seed, steps);
    const only = ONLY?.split(",").map((index) => drawn[Number(index)]);
    const played = only?.filter((step) => step !== undefined) ?? drawn;
    const found = await play(world, seed, played);
    hours += (Date.now() - noon.getTime()) / 3_600_000;
    lies.set(seed, liesTold([...world.nodes.values()].flat()));
    if (found.length === 0) return;
    findings += 1;
    const text = found.slice(0, 20).join("\n");
    console.error(`${replay(seed, drawn, played)}\n${text}`);
    const until = seconds() + shrinkWithin;
    expect.fail(
      `${replay(seed, drawn, await shrink(world, seed, played, () => seconds() > until))}\n${text}`,
    );
  },
  24 * 3_600_000,
);

function replay(seed: number, drawn: readonly Step[], fewest: readonly Step[]): string {
  const kept = fewest.map((step) => drawn.indexOf(step)).join(",");
  const only = fewest.length === drawn.length ? "" : ` --only ${kept}`;
  return `npm run night -- simulator --seed ${seed} --steps ${drawn.length}${only}`;
}
