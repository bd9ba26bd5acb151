import { expect, test } from "vitest";
import { readForgeReport } from "./contracts-suite";
import { readPlaywrightReport } from "./playwright-suite";
import { demandTests, summarise } from "./summary";
import { readVitestReport } from "./vitest-suite";

test("the last line is the sum over all suites", () => {
  const { lines, hasFailed } = summarise([
    {
      name: "unit",
      seconds: 1,
      results: [
        { name: "a", outcome: "passed", ms: 5 },
        { name: "b", outcome: "skipped", ms: 0 },
      ],
    },
    {
      name: "e2e",
      seconds: 2,
      results: [{ name: "c", outcome: "failed", ms: 60_009, reason: "1 passed, 0 failed" }],
    },
  ]);
  expect(lines).toContain("  e2e: c (60.0 s)");
  expect(lines.at(-1)).toBe("1 passed, 1 failed, 1 skipped");
  expect(lines.filter((line) => /^\d+ passed, \d+ failed, \d+ skipped$/.test(line))).toHaveLength(1);
  expect(hasFailed).toBe(true);
});

test("only passed and skipped tests are a success", () => {
  const results = [{ name: "a", outcome: "passed" as const, ms: 5 }];
  expect(summarise([{ name: "unit", seconds: 1, results }]).hasFailed).toBe(false);
  expect(summarise([]).hasFailed).toBe(true);
});

test("a suite that ran nothing has failed, skipped tests or none", () => {
  expect(demandTests("unit", []).at(-1)).toMatchObject({ outcome: "failed", name: "unit ran no test" });
  const skipped = { name: "a", outcome: "skipped" as const, ms: 0 };
  expect(demandTests("unit", [skipped]).map(({ outcome }) => outcome)).toEqual(["skipped", "failed"]);
});

test("Vitest: a file that cannot be loaded counts as one failed test", () => {
  const results = readVitestReport({
    testResults: [
      { name: "/p/broken.test.ts", status: "failed", message: "SyntaxError", assertionResults: [] },
      {
        name: "/p/a.test.ts",
        status: "failed",
        message: "",
        assertionResults: [
          { fullName: "one", status: "passed", duration: 3, failureMessages: [] },
          { fullName: "two", status: "failed", duration: 4, failureMessages: ["expected 1"] },
          { fullName: "three", status: "pending", duration: null, failureMessages: [] },
          {
            fullName: "four",
            status: "failed",
            duration: 5,
            failureMessages: ["Error: STACK_TRACE_ERROR\n    at four"],
          },
        ],
      },
    ],
  });
  expect(results).toEqual([
    { name: "broken.test.ts", outcome: "failed", ms: 0, reason: "SyntaxError" },
    { name: "a.test.ts › one", outcome: "passed", ms: 3 },
    { name: "a.test.ts › two", outcome: "failed", ms: 4, reason: "expected 1" },
    { name: "a.test.ts › three", outcome: "skipped", ms: 0 },
    {
      name: "a.test.ts › four",
      outcome: "failed",
      ms: 5,
      reason: "It was not done within its time limit.\n    at four",
    },
  ]);
});

test("Playwright: flaky is failed, and so is an error outside any test", () => {
  const spec = (title: string, status: string) => ({
    title,
    tests: [{ projectName: "api", status, results: [{ duration: 7 }] }],
  });
  const results = readPlaywrightReport({
    suites: [
      {
        title: "create.spec.ts",
        specs: [spec("a", "expected"), spec("b", "flaky")],
        suites: [{ title: "group", specs: [spec("c", "skipped")] }],
      },
    ],
    errors: [{ message: "global set-up broke" }],
  });
  expect(results.map(({ name, outcome }) => [name, outcome])).toEqual([
    ["api › create.spec.ts › a", "passed"],
    ["api › create.spec.ts › b", "failed"],
    ["api › create.spec.ts › group › c", "skipped"],
    ["outside any test", "failed"],
  ]);
});

test("forge: names lose their signatures, durations become milliseconds", () => {
  const results = readForgeReport({
    "test/sweep.t.sol:SweepTest": {
      test_results: {
        "testFuzz_pays(uint256)": { status: "Success", duration: "1s 209ms 500µs" },
        "test_refuses()": { status: "Failure", reason: "NotAllowed()", duration: "2ms" },
      },
    },
  });
  expect(results).toEqual([
    { name: "SweepTest › testFuzz_pays", outcome: "passed", ms: 1_209.5 },
    { name: "SweepTest › test_refuses", outcome: "failed", ms: 2, reason: "NotAllowed()" },
  ]);
});
