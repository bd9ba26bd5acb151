import { afterAll, beforeAll, expect, it } from "vitest";
import { noon } from "@/lib/testing/builders";
import { drawSteps, play, shrink } from "./history";
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
const days = Number(DAYS ?? (SEED === undefined ? 2 : 1));
const firstSeed = Number(SEED ?? (DAYS === undefined ? 1 : Date.now() % 1_000_000_000));
const seeds = Array.from({ length: days }, (_, index) => firstSeed + index);
/** Seconds. */
const shrinkWithin = Number(SHRINK ?? (DAYS === undefined ? 0 : 600));

let world: World;
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
  });
  console.info(Object.fromEntries([...world.counts].sort()));
  await world.close();
});

it.each(seeds)(
  "a history of the whole service, seed %i",
  async (seed) => {
    const drawn = drawSteps(seed, steps);
    const only = ONLY?.split(",").map((index) => drawn[Number(index)]);
    const played = only?.filter((step) => step !== undefined) ?? drawn;
    const found = await play(world, seed, played);
    hours += (Date.now() - noon.getTime()) / 3_600_000;
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
