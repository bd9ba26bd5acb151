import { type BoundedProcess, runBounded } from "@/lib/testing/run/bounded-process";
import { failedResult, type SuiteContext, type TestResult } from "@/lib/testing/run/suite";

export interface Command {
  name: string;
  args: string[];
  env?: BoundedProcess["env"];
}

/** Runs a tool that has no tests of its own: it counts as one, passed when it ends with 0. */
export async function runCommand(
  { name, args, env = {} }: Command,
  timeoutMs: number,
  { onLine }: Pick<SuiteContext, "onLine">,
): Promise<TestResult> {
  const outcome = await runBounded({ args, timeoutMs, env });
  const seconds = (outcome.ms / 1_000).toFixed(1);
  if (outcome.exitCode === 0) {
    onLine(`✓ ${name} (${seconds} s)`);
    return { name, outcome: "passed", ms: outcome.ms };
  }
  onLine(`✗ ${name} (${seconds} s)`);
  for (const line of outcome.lastLines.split("\n")) onLine(`  ${line}`);
  const reason = outcome.timedOut ? `not done after ${timeoutMs / 1_000} s` : `exit code ${outcome.exitCode}`;
  return failedResult(name, reason, outcome.ms);
}
