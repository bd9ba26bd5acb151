import type { TestResult } from "@/lib/testing/run/suite";

export interface SuiteReport {
  name: string;
  seconds: number;
  results: TestResult[];
}

/**
 * What is said at the end. Its last line, and no other, is `N passed, N failed, N skipped`.
 *
 * @returns `hasFailed` also when there was no suite at all
 */
export function summarise(reports: SuiteReport[]): { lines: string[]; hasFailed: boolean } {
  const all = reports.flatMap(({ name, results }) => results.map((result) => ({ suite: name, ...result })));
  const count = (outcome: TestResult["outcome"]) => all.filter((result) => result.outcome === outcome).length;
  const failures = all.filter(({ outcome }) => outcome === "failed");
  const slowest = [...all].sort((a, b) => b.ms - a.ms).slice(0, 5);

  const lines = ["", "Suites"];
  for (const { name, seconds, results } of reports) {
    const failed = results.filter(({ outcome }) => outcome === "failed").length;
    const verdict = failed === 0 ? "" : `  ${failed} FAILED`;
    lines.push(
      `  ${name.padEnd(12)} ${seconds.toFixed(1).padStart(7)} s ${String(results.length).padStart(5)} tests${verdict}`,
    );
  }
  lines.push("", "Slowest tests");
  for (const { suite, name, ms } of slowest)
    lines.push(`  ${(ms / 1_000).toFixed(1).padStart(7)} s  ${suite}: ${name}`);
  if (failures.length > 0) lines.push("", "Failed");
  for (const { suite, name, ms, reason = "" } of failures) {
    const [first = "", ...more] = reason.trim().split("\n").slice(0, 6);
    lines.push(
      `  ${suite}: ${name} (${(ms / 1_000).toFixed(1)} s)`,
      `      ${first}`,
      ...more.map((line) => `      ${line}`),
    );
  }
  lines.push("", `${count("passed")} passed, ${count("failed")} failed, ${count("skipped")} skipped`);
  return { lines, hasFailed: failures.length > 0 || all.length === 0 };
}

/** Adds a failure when nothing was really run: a suite that finds no test must not look like success. */
export function demandTests(suite: string, results: TestResult[]): TestResult[] {
  if (results.some(({ outcome }) => outcome !== "skipped")) return results;
  return [...results, { name: `${suite} ran no test`, outcome: "failed", ms: 0 }];
}
