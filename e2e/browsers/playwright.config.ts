import { defineConfig } from "@playwright/test";
import { generate } from "../../lib/platform/process/generate.mjs";

await generate();

/** The main journeys in Firefox, in WebKit and in an old WebKit: `npm run test:browsers`. */
export default defineConfig({
  testDir: import.meta.dirname,
  globalSetup: "../global-setup.ts",
  outputDir: "../../test-results/browsers",
  retries: 0,
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 40_000 },
  reporter: [["list"]],
});
