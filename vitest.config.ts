import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { generate } from "./lib/platform/process/generate.mjs";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// One test runs by its name in a fresh clone, too.
await generate();

/** What `npm test -- --full` adds: long runs whose kinds of fault each have a short case in `npm test`. */
const longRuns = process.env.FULL === "1" ? [] : ["**/*.full.test.ts", "**/*.full.int.test.ts"];

/** The longest file begins first: begun last, it would run alone for a minute. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith("simulator.int.test.ts");
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

/**
 * `unit` needs Node alone; `integration` (`*.int.test.ts`) runs on a real PostgreSQL and real local chains, which
 * its global set-up starts once.
 * Files share their worker's modules, which halves the time: a test leaves nothing behind in a module.
 */
export default defineConfig({
  resolve: {
    alias: {
      "@": at("."),
      // Next resolves this marker by bundler condition; outside Next it would throw.
      "server-only": at("lib/testing/server-only.ts"),
    },
  },
  test: {
    isolate: false,
    // One more than the cores of a small machine: some tests wait for nodes that hang.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    setupFiles: ["lib/testing/fixed-seeds.ts", "lib/testing/english-pages.ts"],
    // What is waited for comes at once on a machine of one's own; a busy one stands still for seconds.
    expect: { poll: { timeout: 20_000 } },
    // PostgreSQL is given 15 s to stop.
    teardownTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [
            "{lib,inngest,prisma,components,packages,integrations}/**/*.test.{ts,tsx}",
            "packages/checks/*.test.mjs",
          ],
          exclude: [...configDefaults.exclude, ...longRuns, "**/*.int.test.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: ["{lib,inngest,prisma}/**/*.int.test.ts"],
          exclude: [...configDefaults.exclude, ...longRuns],
          globalSetup: ["lib/testing/global-setup.ts"],
          // What pg or Node will remove, such as two statements at once on one connection, fails the test that does it.
          execArgv: ["--throw-deprecation"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
