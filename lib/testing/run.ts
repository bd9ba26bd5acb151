/**
 * All tests behind one command: `npm test`, `npm run test:quick` (under five minutes), `npm run test:soak`.
 * Every suite runs as processes of its own with a time bound. The last line is the sum of all.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { killAll } from "@/lib/testing/run/bounded-process";
import { runChecks } from "@/lib/testing/run/checks-suite";
import { runCommand } from "@/lib/testing/run/command-suite";
import { runContracts } from "@/lib/testing/run/contracts-suite";
import { runPlaywright } from "@/lib/testing/run/playwright-suite";
import { type Depth, failedResult, type Suite, type SuiteContext } from "@/lib/testing/run/suite";
import { demandTests, type SuiteReport, summarise } from "@/lib/testing/run/summary";
import { runVitest } from "@/lib/testing/run/vitest-suite";

const minuteMs = 60_000;

// What hangs is ended, not what is slow: each suite has about three times what a busy machine takes for it.
const checks: Suite = { name: "checks", timeoutMs: 12 * minuteMs, run: runChecks };
const unit: Suite = {
  name: "unit",
  timeoutMs: 20 * minuteMs,
  run: (context, timeoutMs) => runVitest("unit", context, timeoutMs),
};
const integration: Suite = {
  name: "integration",
  timeoutMs: 45 * minuteMs,
  run: (context, timeoutMs) => runVitest("integration", context, timeoutMs),
};
/** The few integration tests that are worth their time in every quick run are in files named so. */
const quickIntegration: Suite = {
  name: "integration",
  timeoutMs: 2 * minuteMs,
  run: (context, timeoutMs) => runVitest("integration", context, timeoutMs, ".quick.int.test."),
};
const contracts: Suite = { name: "contracts", timeoutMs: 12 * minuteMs, run: runContracts };
const build: Suite = {
  name: "build",
  timeoutMs: 12 * minuteMs,
  run: async (context, timeoutMs) => {
    const args = ["--import", "./lib/demo/typescript.mjs", "lib/demo/build-application.ts"];
    return [await runCommand({ name: "next build", args }, timeoutMs, context)];
  },
};
const e2e: Suite = { name: "e2e", timeoutMs: 45 * minuteMs, run: runPlaywright };

/** Suites that run one after the other. */
type Lane = Suite[];

/** Of two cores the unit tests take one; these suites take turns with the other. */
const besideUnit = (lane: Lane): Lane[] => [lane, [unit]];

/** One stage after the other; the lanes of a stage run side by side. */
const stages: Readonly<Record<Depth, Lane[][]>> = {
  quick: [besideUnit([checks, contracts]), [[quickIntegration]]],
  full: [besideUnit([checks, contracts, build]), [[integration]], [[e2e]]],
  soak: [besideUnit([checks, contracts, build]), [[integration]], [[e2e]]],
};

/** Soak runs repeat by the thousand. */
const soakFactor = 24;

async function runSuite(suite: Suite, depth: Depth, temporaryFolder: string): Promise<SuiteReport> {
  const startedAt = performance.now();
  const say = (line: string) => console.log(line === "" ? "" : `${suite.name.padEnd(11)} │ ${line}`);
  say("started");
  const context: SuiteContext = { depth, temporaryFolder, onLine: say };
  const timeoutMs = depth === "soak" ? suite.timeoutMs * soakFactor : suite.timeoutMs;
  const results = await suite
    .run(context, timeoutMs)
    .catch((error: unknown) => [failedResult(`${suite.name} suite`, String(error))]);
  const seconds = (performance.now() - startedAt) / 1_000;
  say(`done in ${seconds.toFixed(1)} s`);
  return { name: suite.name, seconds, results: demandTests(suite.name, results) };
}

async function main(flags: string[]): Promise<void> {
  const depths: Readonly<Record<string, Depth>> = { "--quick": "quick", "--soak": "soak" };
  const [flag] = flags;
  const depth = flag === undefined ? "full" : depths[flag];
  if (depth === undefined || flags.length > 1) throw new Error("Usage: npm test [-- --quick | --soak]");

  const temporaryFolder = await mkdtemp(path.join(tmpdir(), "checkout-tests-"));
  const stop = (signal: NodeJS.Signals) => {
    killAll();
    process.exit(signal === "SIGINT" ? 130 : 143);
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  try {
    const reports: SuiteReport[] = [];
    const runLane = async (lane: Lane) => {
      const own: SuiteReport[] = [];
      for (const suite of lane) own.push(await runSuite(suite, depth, temporaryFolder));
      return own;
    };
    for (const lanes of stages[depth]) reports.push(...(await Promise.all(lanes.map(runLane))).flat());
    const { lines, hasFailed } = summarise(reports);
    console.log(lines.join("\n"));
    process.exitCode = hasFailed ? 1 : 0;
  } finally {
    await rm(temporaryFolder, { recursive: true, force: true });
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
