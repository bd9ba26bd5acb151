/** What the tests are to cover; `quick` leaves out what needs minutes, `soak` repeats what needs hours. */
export type Depth = "quick" | "full" | "soak";

export interface TestResult {
  name: string;
  outcome: "passed" | "failed" | "skipped";
  ms: number;
  /** Why it failed, as far as the tool says. */
  reason?: string;
}

export interface SuiteContext {
  depth: Depth;
  /** A folder of this run alone, for reports. */
  temporaryFolder: string;
  /** Receives the suite's own words as they come. */
  onLine: (line: string) => void;
}

export interface Suite {
  name: string;
  /** After this its process group is killed, and what has not run counts as failed. */
  timeoutMs: number;
  /** Never rejects for a failing test; a tool that breaks is itself a failed result. */
  run: (context: SuiteContext, timeoutMs: number) => Promise<TestResult[]>;
}

/** A result for what failed, be it a test or the tool that should have run it. */
export function failedResult(name: string, reason: string, ms = 0): TestResult {
  return { name, outcome: "failed", ms, reason };
}
