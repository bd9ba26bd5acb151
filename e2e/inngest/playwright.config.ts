import { defineConfig } from "@playwright/test";
import { generate } from "../../lib/platform/process/generate.mjs";

await generate();

/**
 * Background work on a real Inngest server (`npm run night -- inngest`), whose program `INNGEST_BIN` names. Its queue and
 * history lie in memory and SQLite, or in `INNGEST_TEST_POSTGRES_URI` and `INNGEST_TEST_REDIS_URI`.
 */
export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: "../../test-results",
  retries: 0,
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 1_200_000,
  expect: { timeout: 60_000 },
  reporter: [["list"]],
});
