import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Short files whose tests take minutes: one of them begun last would keep a single core busy at the end. */
const long = /checkout-model|settle-kills|faults(-random)?\.int|webhook-kills|embedded-postgres/;

/** Vitest's own order, by size where no earlier durations are known, behind the files that take longest. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => long.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/**
 * Projects: `unit` needs nothing but Node; `integration` (files named *.int.test.ts) runs on a real
 * PostgreSQL and real local chains which global-setup starts once for all workers. Files share their worker's
 * modules, which halves the time: a test leaves nothing behind in a module.
 */
export default defineConfig({
  root,
  resolve: {
    alias: {
      "@": root.replace(/\/$/, ""),
      // Next resolves this marker by bundler condition; outside Next it would throw.
      "server-only": fileURLToPath(new URL("./server-only.ts", import.meta.url)),
    },
  },
  test: {
    isolate: false,
    // What is waited for comes at once on a machine of one's own; a busy one stands still for seconds.
    expect: { poll: { timeout: 20_000 } },
    // PostgreSQL is given 15 s to stop.
    teardownTimeout: 60_000,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{lib,inngest,prisma,components}/**/*.test.{ts,tsx}"],
          exclude: ["**/*.{int,server}.test.ts", "**/node_modules/**"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          // For a real Inngest server, outside `npm test`.
          name: "inngest",
          include: ["inngest/**/*.server.test.ts"],
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: ["{lib,inngest,prisma}/**/*.int.test.ts"],
          globalSetup: ["lib/testing/global-setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // One more than the cores of a small machine: some wait for nodes that hang, and for killed processes.
          maxWorkers: 3,
        },
      },
    ],
  },
});
