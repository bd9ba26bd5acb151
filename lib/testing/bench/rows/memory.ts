import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type Target, usable } from "@/lib/testing/bench/compare";
import type { BenchOptions } from "@/lib/testing/bench/options";
import type { Served, Stage } from "@/lib/testing/bench/stage";
import { median } from "@/lib/testing/bench/statistics";
import { megabytes, perSecond, type Row, times } from "@/lib/testing/bench/table";
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
  const idle = { ours: residentBytes(stage.ours), floor: residentBytes(stage.nextFloor) };
  const { ours, nextFloor } = createTargets(stage);
  const loaded = async (served: Served, target: Target) => {
    const samples: number[] = [];
    const sampling = setInterval(() => samples.push(residentBytes(served)), 250);
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
  const floor = await loaded(stage.nextFloor, nextFloor);
  const most = await loaded(stage.ours, ours);
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

/** The resident set of a process. */
function residentBytes({ pid }: Served): number {
  const kibibytes =
    process.platform === "linux"
      ? /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]
      : execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  return Number(kibibytes) * 1_024;
}
