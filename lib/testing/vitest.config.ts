import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./longest-first";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Two projects: `unit` needs nothing but Node; `integration` (files named *.int.test.ts) runs on a real
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
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{lib,inngest,prisma,components}/**/*.test.{ts,tsx}"],
          exclude: ["**/*.int.test.ts", "**/node_modules/**"],
          testTimeout: 30_000,
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
          maxWorkers: 2,
        },
      },
    ],
  },
});
