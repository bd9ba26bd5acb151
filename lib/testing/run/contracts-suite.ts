import { runBounded } from "@/lib/testing/run/bounded-process";
import { runCommand } from "@/lib/testing/run/command-suite";
import { failedResult, type SuiteContext, type TestResult } from "@/lib/testing/run/suite";

/** The part of forge's JSON that is read here: suite → test → result. */
type ForgeReport = Record<
  string,
  { test_results: Record<string, { status: string; reason?: string | null; duration?: string }> }
>;

/** Runs the contracts' own tests, and checks that the committed ABIs are what the sources compile to. */
export async function runContracts(context: SuiteContext, timeoutMs: number): Promise<TestResult[]> {
  const { exitCode, timedOut, stdout, lastLines, ms } = await runBounded({
    args: ["lib/solidity/run.mjs", "test", "--json"],
    timeoutMs,
    env: context.depth === "soak" ? { FOUNDRY_PROFILE: "soak" } : {},
    keepsStdout: true,
  });
  const results: TestResult[] = [];
  try {
    results.push(...readForgeReport(JSON.parse(stdout)));
  } catch {
    const reason = timedOut
      ? `not done after ${timeoutMs / 1_000} s`
      : `forge gave no results: ${`${lastLines}\n${stdout}`.slice(-2_000)}`;
    return [failedResult("contract tests", reason, ms)];
  }
  if (exitCode !== 0 && !results.some((result) => result.outcome === "failed")) {
    results.push(failedResult("contract tests", `forge ended with exit code ${exitCode}`));
  }
  for (const { name, outcome } of results) context.onLine(`${outcome === "passed" ? "✓" : "✗"} ${name}`);
  // forge does not compare gas while it writes JSON.
  const gas = {
    name: "gas is as in lib/solidity/snapshots",
    args: ["lib/solidity/run.mjs", "test", "--match-path", "test/gas.t.sol"],
  };
  const abis = { name: "committed ABIs are current", args: ["lib/solidity/run.mjs", "check"] };
  return [...results, await runCommand(gas, timeoutMs, context), await runCommand(abis, timeoutMs, context)];
}

/** Every test of a report. */
export function readForgeReport(report: ForgeReport): TestResult[] {
  return Object.entries(report).flatMap(([suite, { test_results: tests }]) =>
    Object.entries(tests).map(([test, { status, reason, duration = "" }]): TestResult => {
      const name = `${suite.split(":").at(-1)} › ${test.split("(")[0]}`;
      const ms = readDuration(duration);
      if (status === "Success") return { name, outcome: "passed", ms };
      if (status === "Skipped") return { name, outcome: "skipped", ms };
      return failedResult(name, reason ?? status, ms);
    }),
  );
}

const unitMs: Readonly<Record<string, number>> = {
  h: 3_600_000,
  m: 60_000,
  s: 1_000,
  ms: 1,
  µs: 1e-3,
  us: 1e-3,
  ns: 1e-6,
};

/** @example readDuration("1s 209ms 295µs") // 1209.295 */
function readDuration(text: string): number {
  let ms = 0;
  for (const [, amount, unit = ""] of text.matchAll(/(\d+)(ns|µs|us|ms|s|m|h)/g))
    ms += Number(amount) * (unitMs[unit] ?? 0);
  return ms;
}
