import { setTimeout as sleep } from "node:timers/promises";
import { type Target, warmUpSeconds } from "@/lib/bench/compare";
import {
  askProbe,
  type Counted,
  type CountedStatement,
  type CpuProfile,
} from "@/lib/bench/explain/ask-probe";
import { foldProfile, type Layer, layers, type Maps, openMaps } from "@/lib/bench/explain/layers";
import type { BenchOptions } from "@/lib/bench/options";
import type { Stage } from "@/lib/bench/stage";
import { cpuMs } from "@/lib/bench/table";
import { createTargets, pollTargets } from "./requests";

/** What keccak256 takes in with each permutation. */
const keccakBlockBytes = 136;

/** The processor time of one request, by layer, and what the request did. */
type Explained = { counted: Counted; keccakBytes: number; msOf: ReadonlyMap<Layer, number>; cpuMs: number };

/** What one request of the service does, and where its processor time goes, beside the bare Next route's. */
export async function explainRequest(
  stage: Stage,
  { wants, seconds }: BenchOptions,
  say: (line: string) => void,
): Promise<string> {
  const creates = createTargets(stage);
  const targets = wants("create") ? [creates.ours, creates.nextFloor] : await pollTargets(stage);
  const sockets = [stage.ours.socket, stage.nextFloor.socket];
  const maps = openMaps();
  const explained: Explained[] = [];
  for (const [index, target] of targets.entries())
    explained.push(await explain(stage, target, sockets[index] ?? "", seconds, maps));
  const [ours, floor] = explained;
  if (ours === undefined || floor === undefined) throw new Error("each target is explained");
  say("");
  return [
    `One request of ours: ${describeRequest(ours)}`,
    `One of bare Next: ${describeRequest(floor)}`,
    formatLayers(ours, floor),
  ].join("\n\n");
}

async function explain(
  { load }: Stage,
  { pid, order }: Target,
  socket: string,
  seconds: number,
  maps: Maps,
): Promise<Explained> {
  await load.run({ ...order, seconds: warmUpSeconds });
  const [path = "/"] = order.paths;
  await askProbe(socket, "count", path);
  const { origin, method, headers, body, expectedStatus } = order;
  const answer = await fetch(`${origin}${path}`, { method, headers, body });
  if (answer.status !== expectedStatus) throw new Error(`${path} answered ${answer.status}`);
  await answer.arrayBuffer();
  // The request log is written a second later.
  await sleep(1_500);
  const counted = await askProbe<Counted>(socket, "counted");
  await askProbe(socket, "profile");
  const before = cpuMs(pid) ?? Number.NaN;
  const { perSecond } = await load.run({ ...order, seconds });
  const cpu = ((cpuMs(pid) ?? Number.NaN) - before) / (perSecond * seconds);
  const folded = foldProfile(await askProbe<CpuProfile>(socket, "profiled"), maps.sourceOf);
  const all = [...folded.values()].reduce((sum, value) => sum + value, 0);
  return {
    counted,
    keccakBytes: maps.calls(counted.scripts, /@noble\/hashes\/.*sha3/, "keccak") * keccakBlockBytes,
    msOf: new Map([...folded].map(([layer, value]) => [layer, (value / all) * cpu])),
    cpuMs: cpu,
  };
}

function describeRequest({ counted, keccakBytes }: Explained): string {
  const { statements, promises, shaBytes, answeredMs } = counted;
  const isBefore = ({ startedMs }: CountedStatement) => answeredMs === null || startedMs < answeredMs;
  const before = statements.filter(isBefore);
  const prisma = before.filter(({ text }) => text.includes('"public".')).length;
  return [
    `${before.length} statements before the answer, ${prisma} of them by Prisma; ${promises} promises; ${shaBytes} bytes of SHA-256, ${keccakBytes} of keccak.`,
    ...statements.map(
      (statement) =>
        `  ${isBefore(statement) ? "" : "after the answer: "}at ${statement.startedMs.toFixed(1)} ms, ${statement.ms?.toFixed(1) ?? "?"} ms  ${statement.name ?? statement.text.replace(/\s+/g, " ").slice(0, 100)}`,
    ),
  ].join("\n");
}

function formatLayers(ours: Explained, floor: Explained): string {
  const line = (name: string, one: number, other: number) =>
    `${name.padEnd(20)}${one.toFixed(3).padStart(8)}${other.toFixed(3).padStart(12)}`;
  return [
    `${"CPU per request, ms".padEnd(20)}${"ours".padStart(8)}${"bare Next".padStart(12)}`,
    ...layers.map((layer) => line(layer, ours.msOf.get(layer) ?? 0, floor.msOf.get(layer) ?? 0)),
    line("all", ours.cpuMs, floor.cpuMs),
    "Profiled, so a little above the bench's own figures.",
  ].join("\n");
}
