import { parseArgs } from "node:util";

/** The default measurements. */
export const usualRowNames = ["create", "poll", "detect", "webhook", "memory"] as const;
export const rowNames = [
  ...usualRowNames,
  "credits",
  "scale",
  "settle",
  "lists",
  "hour",
  "strangers",
] as const;
export type RowName = (typeof rowNames)[number];

export type BenchOptions = {
  rounds: number;
  /** How long each server is under load, in each round. */
  seconds: number;
  /** How long `hour` runs. */
  minutes: number;
  /** Shows where the time of a create or a poll goes. */
  explain: boolean;
  wants(row: RowName): boolean;
};

const usage = `Usage: npm run bench -- [--rounds 5] [--seconds 4] [--minutes 60] [--only ${rowNames.join(" | ")}] [--explain]
  --explain shows where the time of a request goes, with --only create or --only poll.`;

/** Reads the flags. @throws Error with the usage */
export function readOptions(flags: readonly string[]): BenchOptions {
  const { rounds, seconds, minutes, only, explain } = parse(flags);
  if (only !== undefined && !rowNames.some((name) => name === only)) throw new Error(usage);
  if (explain && only !== "create" && only !== "poll") throw new Error(usage);
  return {
    rounds: wholeNumber(rounds, 100),
    seconds: wholeNumber(seconds, 600),
    minutes: wholeNumber(minutes, 24 * 60),
    explain,
    wants: (row) => (only === undefined ? usualRowNames.some((name) => name === row) : only === row),
  };
}

function parse(flags: readonly string[]) {
  try {
    return parseArgs({
      args: [...flags],
      options: {
        rounds: { type: "string", default: "5" },
        seconds: { type: "string", default: "4" },
        minutes: { type: "string", default: "60" },
        only: { type: "string" },
        explain: { type: "boolean", default: false },
      },
    }).values;
  } catch {
    throw new Error(usage);
  }
}

function wholeNumber(text: string, atMost: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > atMost) throw new Error(usage);
  return value;
}
