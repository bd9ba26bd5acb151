import type { LoadGenerator, LoadOrder, LoadResult } from "./child";
import { cpuMs, median, milliseconds, perSecond } from "./table";

/** A new process compiles while it answers its first thousands of requests, which then take up to twice the time. */
export const warmUpSeconds = 8;

/** A server and its requests; `pid` is the process whose CPU time counts. */
export type Target = { name: string; pid: number; order: Omit<LoadOrder, "seconds"> };

/** With the server's processor time per answer, which holds even while others use the machine. */
type RoundResult = LoadResult & { cpuMs: number | null };

export type Measured = {
  /** Answers per second in each round; the rounds of all targets belong together. */
  rounds: readonly number[];
  /** Processor time per answer in each round, in ms; not a number where the system does not tell it. */
  cpuMs: readonly number[];
  /** Medians over the rounds, for a table. */
  text: string;
};

/**
 * Loads one target after another, round by round, each round starting with another, so that other work of the machine
 * affects all alike.
 *
 * @returns in the order of `targets`
 * @throws Error in a sentence when a target gave no usable answer in a whole round
 */
export async function measureInTurn(
  load: LoadGenerator,
  targets: readonly Target[],
  {
    rounds,
    seconds,
    say,
    warmed,
  }: { rounds: number; seconds: number; say: (line: string) => void; warmed?: () => Promise<unknown> },
): Promise<Measured[]> {
  const results = new Map<Target, RoundResult[]>(targets.map((target) => [target, []]));
  for (const { order } of targets) await load.run({ ...order, seconds: warmUpSeconds });
  await warmed?.();
  for (let round = 0; round < rounds; round++) {
    const first = round % targets.length;
    for (const target of [...targets.slice(first), ...targets.slice(0, first)]) {
      const before = cpuMs(target.pid);
      const result = usable(target, await load.run({ ...target.order, seconds }), say);
      const after = cpuMs(target.pid);
      const cpu = before === null || after === null ? null : (after - before) / (result.perSecond * seconds);
      results.get(target)?.push({ ...result, cpuMs: cpu });
    }
    const shown = targets.map((target) => {
      const latest = results.get(target)?.at(-1);
      return `${target.name} ${perSecond(latest?.perSecond ?? 0)}${shownCpu(latest?.cpuMs ?? null)}`;
    });
    say(`  round ${round + 1}: ${shown.join(" · ")}`);
  }
  return targets.map((target) => summarise(results.get(target) ?? []));
}

/** The median of the rounds' own ratios: a slow moment of the machine hits both sides of one round. */
export function ratioOf(ours: Measured, floor: Measured): number {
  return ratioByRound(ours.rounds, floor.rounds);
}

/** The same of the processor time per answer. */
export function cpuRatioOf(ours: Measured, floor: Measured): number {
  return ratioByRound(ours.cpuMs, floor.cpuMs);
}

function ratioByRound(ours: readonly number[], floor: readonly number[]): number {
  return median(ours.map((value, round) => value / (floor[round] ?? Number.NaN)));
}

/**
 * Reports unexpected answers.
 * @throws Error in a sentence when all were unexpected
 */
export function usable(target: Target, result: LoadResult, say: (line: string) => void): LoadResult {
  const others = [...result.unexpected]
    .map(([status, count]) => `${status || "no answer"} × ${count}`)
    .join(", ");
  if (result.latencyMs === null) {
    throw new Error(
      `${target.name} never answered ${target.order.expectedStatus} (${others}), so there is nothing to compare.`,
    );
  }
  if (others !== "") say(`  ${target.name}: not every answer was ${target.order.expectedStatus}: ${others}`);
  return result;
}

function shownCpu(cpu: number | null): string {
  return cpu === null ? "" : `, ${cpu.toFixed(2)} ms CPU`;
}

function summarise(results: readonly RoundResult[]): Measured {
  const rounds = results.map((result) => result.perSecond);
  const p99 = median(results.map(({ latencyMs }) => latencyMs?.p99 ?? Number.NaN));
  const cpu = results.map((result) => result.cpuMs ?? Number.NaN);
  const shown = shownCpu(cpu.some(Number.isNaN) ? null : median(cpu));
  return { rounds, cpuMs: cpu, text: `${perSecond(median(rounds))}, p99 ${milliseconds(p99)}${shown}` };
}
