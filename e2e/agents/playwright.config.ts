import { defineConfig } from "@playwright/test";
import { generate } from "../../lib/platform/process/generate.mjs";

await generate();

/** Payments by software (`npm run night -- agents`): clients from npm pay the service, and are refused. */
export default defineConfig({
  outputDir: "../../test-results/agents",
  globalSetup: "./global-setup.ts",
  retries: 0,
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [["list"]],
});
