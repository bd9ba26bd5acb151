/**
 * All tests behind one command: `npm test`, `npm test -- --quick` before a commit, `npm test -- --full` at night.
 * Each suite is a stock tool with its own reporter; two lanes of them run side by side, one for each core of a small
 * machine. The last line is the sum of all.
 */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";

type Counts = { passed: number; failed: number; skipped: number };

type Suite = {
  name: string;
  /** Arguments of Node. */
  args: string[];
  env?: Record<string, string>;
  /** What was counted, from all that the tool printed and the report that it wrote; without it the tool is one test. */
  count?: (output: string) => Promise<Counts>;
};

const modes = ["test", "quick", "full"] as const;
type Mode = (typeof modes)[number];

function modeOf(flags: readonly string[]): Mode {
  const mode = modes.find((name) => (flags.length === 0 ? name === "test" : flags.join() === `--${name}`));
  if (mode === undefined) throw new Error("Usage: npm test [-- --quick | --full]");
  return mode;
}

const tool = (name: string, ...args: string[]): Suite => ({ name, args });

const biome = tool("biome", "node_modules/@biomejs/biome/bin/biome", "check", ".");
const imports = tool(
  "imports",
  "node_modules/dependency-cruiser/bin/dependency-cruise.mjs",
  ...["--config", ".dependency-cruiser.cjs", "app", "components", "lib", "inngest", "prisma", "e2e"],
);
const unused = tool("unused", "node_modules/knip/bin/knip.js");
// Next declares its own modules and routes in files that it makes itself and that are not committed.
const routes = tool("routes", "node_modules/next/dist/bin/next", "typegen");
const types = tool("types", "node_modules/typescript7/bin/tsc", "--noEmit");
const build = tool(
  "build",
  "--import",
  "./lib/platform/process/typescript.mjs",
  "lib/platform/process/build-application.ts",
);
const abis = tool("abis", "lib/contracts/run.mjs", "check");
const mutation = tool("mutation", "node_modules/@stryker-mutator/core/bin/stryker.js", "run");

const contracts: Suite = {
  name: "contracts",
  args: ["lib/contracts/run.mjs", "test"],
  count: async (output) => {
    const [, passed = 0, failed = 0, skipped = 0] =
      /(\d+) tests passed, (\d+) failed, (\d+) skipped \(\d+ total/.exec(output) ?? [];
    return { passed: Number(passed), failed: Number(failed), skipped: Number(skipped) };
  },
};

function vitest(folder: string, project: "unit" | "integration", ...files: string[]): Suite {
  const report = path.join(folder, `${project}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  return {
    name: project,
    args: ["node_modules/vitest/vitest.mjs", "run", `--project=${project}`, ...reporters, ...files],
    count: async () => {
      const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } =
        await readJson<
          Record<"numPassedTests" | "numFailedTests" | "numPendingTests" | "numTodoTests", number>
        >(report);
      return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
    },
  };
}

function playwright(
  folder: string,
  name: string,
  env: Record<string, string> = {},
  ...files: string[]
): Suite {
  const report = path.join(folder, `${name}.json`);
  const reporters = "--reporter=list,json,e2e/answers-reporter.ts";
  return {
    name,
    args: ["node_modules/@playwright/test/cli.js", "test", reporters, ...files],
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    count: async () => {
      const { stats } = await readJson<{
        stats: Record<"expected" | "unexpected" | "flaky" | "skipped", number>;
      }>(report);
      // A test that passes only when it is repeated has found something.
      return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
    },
  };
}

/** The HTTP suite against the application as `next start` serves it. */
function plainNext(folder: string): Suite {
  return playwright(folder, "plain-next", { PLAIN_NEXT: "1" }, "e2e/api", "e2e/checkout/safety");
}

/** Two lanes, of nearly the same length. */
function lanes(mode: Mode, folder: string): Suite[][] {
  const unit = vitest(folder, "unit");
  // Of services on a real database what their files name quick: one sale from price to settled money.
  if (mode === "quick")
    return [
      [routes, types, unused],
      [biome, imports, vitest(folder, "integration", ".quick.int.test."), unit],
    ];
  const full = mode === "full";
  return [
    [build, types, biome, playwright(folder, "e2e"), ...(full ? [plainNext(folder)] : [])],
    [imports, unused, contracts, abis, vitest(folder, "integration"), unit, ...(full ? [mutation] : [])],
  ];
}

async function readJson<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(file, "utf8"));
}

/** Suites that run, and since when. */
const running = new Map<string, number>();

async function run({ name, args, env = {}, count }: Suite, mode: Mode): Promise<Counts> {
  const startedAt = performance.now();
  running.set(name, startedAt);
  let output = "";
  const say = (line: string) => {
    output += `${line}\n`;
    console.log(line === "" ? "" : `${name.padEnd(11)} │ ${line}`);
  };
  const child = spawn(process.execPath, args, {
    env: {
      ...process.env,
      FORCE_COLOR: undefined,
      NO_COLOR: "1",
      ...(mode === "full" && { FULL: "1", FOUNDRY_PROFILE: "full" }),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on("line", say);
  const exitCode = await new Promise((resolve, reject) => child.once("error", reject).once("close", resolve));
  running.delete(name);
  const counts = await (count?.(output) ?? { passed: 1, failed: 0, skipped: 0 });
  // What is in no test, such as an unhandled rejection, and a tool that counted nothing.
  const isBroken = (exitCode !== 0 && counts.failed === 0) || counts.passed + counts.failed === 0;
  const result = isBroken
    ? { ...counts, passed: count === undefined ? 0 : counts.passed, failed: 1 }
    : counts;
  say(
    `${result.failed === 0 ? "done" : "FAILED"} in ${Math.round((performance.now() - startedAt) / 1_000)} s`,
  );
  return result;
}

async function main(): Promise<void> {
  const mode = modeOf(process.argv.slice(2));
  const folder = await mkdtemp(path.join(tmpdir(), "checkout-tests-"));
  const progress = setInterval(() => {
    const now = performance.now();
    const since = [...running].map(([name, at]) => `${name} for ${Math.round((now - at) / 1_000)} s`);
    console.log(`running     │ ${since.join(", ")}`);
  }, 30_000);
  try {
    const sum: Counts = { passed: 0, failed: 0, skipped: 0 };
    const failed: string[] = [];
    const runLane = async (lane: Suite[]) => {
      for (const suite of lane) {
        const counts = await run(suite, mode).catch((error: unknown) => {
          console.error(`${suite.name}: ${error instanceof Error ? error.message : error}`);
          return { passed: 0, failed: 1, skipped: 0 };
        });
        sum.passed += counts.passed;
        sum.failed += counts.failed;
        sum.skipped += counts.skipped;
        if (counts.failed > 0) failed.push(`${suite.name} (${counts.failed})`);
      }
    };
    await Promise.all(lanes(mode, folder).map(runLane));
    if (failed.length > 0)
      console.log(`\nFailed: ${failed.join(", ")}. The reasons are above, under these names.`);
    console.log(`\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
    process.exitCode = sum.failed === 0 ? 0 : 1;
  } finally {
    clearInterval(progress);
    await rm(folder, { recursive: true, force: true });
  }
}

await main();
