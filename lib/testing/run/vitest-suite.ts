import { readFile } from "node:fs/promises";
import path from "node:path";
import { runBounded } from "@/lib/testing/run/bounded-process";
import { failedResult, type SuiteContext, type TestResult } from "@/lib/testing/run/suite";

/** The part of Vitest's JSON report that is read here; it has the form of Jest's. */
interface VitestReport {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: {
      fullName: string;
      status: string;
      duration?: number | null;
      failureMessages: string[] | null;
    }[];
  }[];
}

/**
 * Runs one Vitest project.
 * @param filter a part of the file names to run; without it all of the project's
 */
export async function runVitest(
  project: "unit" | "integration",
  { depth, temporaryFolder, onLine }: SuiteContext,
  timeoutMs: number,
  filter?: string,
): Promise<TestResult[]> {
  const reportPath = path.join(temporaryFolder, `${project}.json`);
  const outcome = await runBounded({
    args: [
      "node_modules/vitest/vitest.mjs",
      "run",
      `--project=${project}`,
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${reportPath}`,
      ...(filter === undefined ? [] : [filter]),
    ],
    timeoutMs,
    env: depth === "soak" ? { SOAK: "1" } : {},
    onLine,
  });
  if (outcome.timedOut) return [failedResult(`${project} tests`, `not done after ${timeoutMs / 1_000} s`)];

  const report = await readFile(reportPath, "utf8").catch(() => null);
  if (report === null) return [failedResult(`${project} tests`, "Vitest gave no report", outcome.ms)];
  const results = readVitestReport(JSON.parse(report));
  // Errors outside any test, such as an unhandled rejection or a failing global set-up, are in no test's result.
  if (outcome.exitCode !== 0 && !results.some((result) => result.outcome === "failed")) {
    results.push(failedResult(`${project} tests`, `Vitest ended with exit code ${outcome.exitCode}`));
  }
  return results;
}

/** Every test of a report; a file that could not be loaded counts as one failed test. */
export function readVitestReport({ testResults }: VitestReport): TestResult[] {
  return testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    const where = path.basename(file);
    const tests = assertionResults.map((test): TestResult => {
      const name = `${where} › ${test.fullName}`;
      const ms = test.duration ?? 0;
      if (test.status === "passed") return { name, outcome: "passed", ms };
      if (test.status === "failed") return failedResult(name, reasonOf(test.failureMessages?.[0] ?? ""), ms);
      return { name, outcome: "skipped", ms };
    });
    const isBroken = status === "failed" && !tests.some((test) => test.outcome === "failed");
    return isBroken ? [...tests, failedResult(where, message)] : tests;
  });
}

/** Of a test that ran out of time Vitest's report keeps where it is declared, under this marker, and not what happened. */
function reasonOf(message: string): string {
  return message.replace(/^Error: STACK_TRACE_ERROR/, "It was not done within its time limit.");
}
