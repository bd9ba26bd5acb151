import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Two projects: `unit` needs nothing but Node; `integration` (files named *.int.test.ts) runs on a real
 * PostgreSQL and real local chains which global-setup starts once for all workers.
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
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{lib,inngest,prisma,components}/**/*.test.{ts,tsx}"],
          exclude: ["**/*.int.test.ts", "**/node_modules/**"],
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
