import { defineConfig } from "@playwright/test";
import { generate } from "../../lib/platform/process/generate.mjs";

await generate();

/** The clients of `packages/` in other languages, by their own interpreters (`npm run night -- languages`). */
export default defineConfig({
  outputDir: "../../test-results",
  globalSetup: "../global-setup.ts",
  retries: 0,
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [["list"]],
});
