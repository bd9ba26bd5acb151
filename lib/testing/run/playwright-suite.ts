import { readFile } from "node:fs/promises";
import path from "node:path";
import { runBounded } from "@/lib/testing/run/bounded-process";
import { failedResult, type SuiteContext, type TestResult } from "@/lib/testing/run/suite";

/** The part of Playwright's JSON report that is read here. */
interface PlaywrightReport {
  suites: PlaywrightSuite[];
  errors: { message?: string }[];
}

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    tests: {
      projectName: string;
      status: string;
      results: { duration: number; error?: { message?: string } }[];
    }[];
  }[];
}

/** Runs the end-to-end tests in a real browser. */
export async function runPlaywright(
  { depth, temporaryFolder, onLine }: SuiteContext,
  timeoutMs: number,
): Promise<TestResult[]> {
  const reportPath = path.join(temporaryFolder, "e2e.json");
  const outcome = await runBounded({
    args: ["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json,e2e/answers-reporter.ts"],
    timeoutMs,
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: reportPath, ...(depth === "soak" && { SOAK: "1" }) },
    onLine,
  });
  if (outcome.timedOut) return [failedResult("e2e tests", `not done after ${timeoutMs / 1_000} s`)];

  const report = await readFile(reportPath, "utf8").catch(() => null);
  if (report === null) return [failedResult("e2e tests", "Playwright gave no report", outcome.ms)];
  const results = readPlaywrightReport(JSON.parse(report));
  if (outcome.exitCode !== 0 && !results.some((result) => result.outcome === "failed")) {
    results.push(failedResult("e2e tests", `Playwright ended with exit code ${outcome.exitCode}`));
  }
  return results;
}

/** Every test of a report. A test that passed only when repeated counts as failed. */
export function readPlaywrightReport({ suites, errors }: PlaywrightReport): TestResult[] {
  const outside = errors.map(({ message = "" }) => failedResult("outside any test", message));
  return [...suites.flatMap((suite) => readSuite(suite, [])), ...outside];
}

function readSuite({ title, suites = [], specs }: PlaywrightSuite, above: string[]): TestResult[] {
  const titles = title === "" ? above : [...above, title];
  const own = specs.flatMap((spec) =>
    spec.tests.map(({ projectName, status, results }): TestResult => {
      const name = [projectName, ...titles, spec.title].join(" › ");
      const ms = results.reduce((sum, { duration }) => sum + duration, 0);
      if (status === "expected") return { name, outcome: "passed", ms };
      if (status === "skipped") return { name, outcome: "skipped", ms };
      return failedResult(name, results.find(({ error }) => error)?.error?.message ?? status, ms);
    }),
  );
  return [...own, ...suites.flatMap((suite) => readSuite(suite, titles))];
}
