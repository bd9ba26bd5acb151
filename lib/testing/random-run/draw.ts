import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { seededRandom } from "@/lib/testing/fault-proxy-faults";

/** Choices that a seed makes. */
export type Draw = {
  chance(probability: number): boolean;
  /** A whole number, both ends included. */
  whole(from: number, to: number): number;
  pick<T>(choices: readonly T[]): T;
  /** One of the names, by weight. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name;
  shuffle<T>(items: readonly T[]): T[];
};

export function drawFrom(seed: number): Draw {
  const random = seededRandom(seed);
  // Neighbouring seeds begin alike.
  for (let skipped = 0; skipped < 8; skipped++) random();
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const pick = <T>(choices: readonly T[]): T => {
    const choice = choices[whole(0, choices.length - 1)];
    if (choice === undefined) throw new Error("there is nothing to draw from");
    return choice;
  };
  return {
    chance: (probability) => random() < probability,
    whole,
    pick,
    weighted: <Name extends string>(weights: Readonly<Record<Name, number>>) => {
      const entries = Object.entries(weights) as [Name, number][];
      const sum = entries.reduce((total, [, weight]) => total + weight, 0);
      let rest = random() * sum;
      for (const [name, weight] of entries) {
        rest -= weight;
        if (rest < 0) return name;
      }
      return pick(entries.map(([name]) => name));
    },
    shuffle: (items) =>
      items
        .map((item) => ({ item, at: random() }))
        .sort((a, b) => a.at - b.at)
        .map(({ item }) => item),
  };
}

/** A seed of its own for the n-th part of a run, so that what one part draws moves no other. */
export function partSeed(seed: number, part: number): number {
  return (Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(part + 1, 0x85ebca6b)) >>> 0;
}

const root = fileURLToPath(new URL("../../..", import.meta.url));
const typescript = new URL("../../platform/process/typescript.mjs", import.meta.url).href;
const withinMs = 120_000;

/**
 * Runs the command that operators run over all books of the stack whose data lies in `dataRoot`.
 *
 * @returns each line in which it names something, and all it said when it could not look
 */
export async function reconcileBooks(dataRoot: string): Promise<string[]> {
  const { code, text } = await runCommand(dataRoot, ["lib/operate/programs/reconcile.ts", "--all", "--logs"]);
  if (code === 0) return [];
  const named = text.split("\n").filter((line) => /^[a-z]+: \S+: /.test(line));
  return code === 1 && named.length > 0 ? named : [`reconcile ended with ${code}: ${text}`];
}

/**
 * Closes incidents like an operator after a review.
 *
 * @returns its output if it failed
 */
export async function closeIncidents(dataRoot: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const flags = ids.flatMap((id) => ["--close", id]);
  const { code, text } = await runCommand(dataRoot, ["lib/operate/programs/incidents.ts", ...flags]);
  return code === 0 ? [] : [`closing incidents ended with ${code}: ${text}`];
}

/** Runs a program of operators for the stack whose data lies in `dataRoot`, with nothing but its own settings. */
export async function runCommand(
  dataRoot: string,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; text: string }> {
  const { DATABASE_URL: _, CHAINS: __, ...env } = process.env;
  const child = spawn(process.execPath, ["--import", typescript, ...args], {
    cwd: root,
    env: { ...env, ...more, DATA_ROOT: dataRoot },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: withinMs,
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return { code, text };
}
