/** Mutates the rules: the pure decisions in `*.rules.ts`. Run it with `npm run night -- mutation`. */
export default {
  mutate: [
    "lib/**/*.rules.ts",
    // Texts: a changed word is no wrong decision.
    "!lib/**/{events,setting-names,translation}.rules.ts",
    // Types and constants, with no decision.
    "!lib/**/{chain-logs,scan-position,test-tools}.rules.ts",
  ],
  testRunner: "vitest",
  vitest: { configFile: "lib/testing/mutation/vitest.config.ts", related: true },
  coverageAnalysis: "perTest",
  // A constant runs once as its module loads: no test can be chosen for it.
  ignoreStatic: true,
  incremental: false,
  concurrency: 2,
  timeoutMS: 20_000,
  ignorePatterns: ["/.next", "/.data", "/.cache"],
  tempDirName: ".cache/stryker",
  reporters: ["clear-text", "json", "progress-append-only"],
  clearTextReporter: { allowColor: false, logTests: false },
  jsonReporter: { fileName: ".cache/mutation/rules.json" },
  thresholds: { high: 90, low: 90, break: 90 },
};
