import { defineConfig } from "@playwright/test";
import { generate } from "../../lib/platform/process/generate.mjs";
import { findBrowser } from "../browser";

await generate();

/** The pictures of README.md, made anew from a running service: `npm run night -- pictures`. */
export default defineConfig({
  testDir: import.meta.dirname,
  globalSetup: "../global-setup.ts",
  outputDir: "../../test-results",
  retries: 0,
  workers: 1,
  timeout: 180_000,
  expect: { timeout: 40_000 },
  reporter: [["list"]],
  use: { launchOptions: await findBrowser(), locale: "en-US", timezoneId: "UTC" },
});
