import { setTimeout as sleep } from "node:timers/promises";
import { type Target, usable } from "@/lib/bench/compare";
import type { BenchOptions } from "@/lib/bench/options";
import { residentBytes } from "@/lib/bench/process-usage";
import type { Stage } from "@/lib/bench/stage";
import { median } from "@/lib/bench/statistics";
import { megabytes, perSecond, type Row, times } from "@/lib/bench/table";
import { createTargets } from "./requests";

const createsPerSecond = 500;
const settleMs = 3_000;

/** Resident memory of the server before any request, and its most while it creates 500 checkouts a second. */
export async function measureMemory(
  stage: Stage,
  { seconds }: BenchOptions,
  say: (line: string) => void,
): Promise<Row[]> {
  await sleep(settleMs);
  const idle = { ours: residentBytes(stage.ours.pid), floor: residentBytes(stage.nextFloor.pid) };
  const { ours, nextFloor } = createTargets(stage);
  const loaded = async (target: Target) => {
    const samples: number[] = [];
    const sampling = setInterval(() => samples.push(residentBytes(target.pid)), 250);
    const result = await stage.load.run({
      ...target.order,
      perSecond: createsPerSecond,
      seconds: Math.max(10, 2 * seconds),
    });
    clearInterval(sampling);
    usable(target, result, say);
    say(`  ${target.name} at ${perSecond(result.perSecond)}: median ${megabytes(median(samples))}`);
    return { bytes: Math.max(...samples), perSecond: result.perSecond };
  };
  const floor = await loaded(nextFloor);
  const most = await loaded(ours);
  return [
    {
      row: "Memory of the server, idle / bare Next",
      ours: megabytes(idle.ours),
      floor: megabytes(idle.floor),
      ratio: times(idle.ours / idle.floor),
      goal: "stated",
    },
    {
      row: `Memory of the server, most at ${createsPerSecond} creates/s / bare Next`,
      ours: `${megabytes(most.bytes)} at ${perSecond(most.perSecond)}`,
      floor: `${megabytes(floor.bytes)} at ${perSecond(floor.perSecond)}`,
      ratio: times(most.bytes / floor.bytes),
      goal: "stated",
    },
  ];
}
