import { defineConfig } from "vitest/config";
import shared from "../../../vitest.config";

/** The unit tests alone: Stryker's runner cannot select a project, and the others start a database. */
export default defineConfig({
  ...shared,
  test: {
    ...shared.test,
    setupFiles: [
      "lib/testing/fixed-seeds.ts",
      "lib/testing/english-pages.ts",
      "lib/testing/mutation/forget-coverage.ts",
    ],
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          testTimeout: 30_000,
          hookTimeout: 60_000,
          include: ["{lib,components}/**/*.test.{ts,tsx}"],
          exclude: [
            "**/*.{int,server,full}.test.ts",
            // They start programs or read source text, which Stryker has changed.
            "lib/{demo,testing}/**",
            "components/checkout/logical-classes.test.ts",
          ],
        },
      },
    ],
  },
});
