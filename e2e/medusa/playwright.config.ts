import { defineConfig } from "@playwright/test";
import { generate } from "../../lib/platform/process/generate.mjs";
import { findBrowser } from "../browser";

await generate();

/** A real Medusa shop takes payments with `integrations/medusa` (`npm run night -- medusa`). Needs some minutes and 1 GB. */
export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: "../../test-results",
  retries: 0,
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 900_000,
  expect: { timeout: 60_000 },
  use: { launchOptions: await findBrowser() },
  reporter: [["list"]],
});
