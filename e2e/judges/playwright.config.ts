import { defineConfig } from "@playwright/test";
import { generate } from "../../lib/platform/process/generate.mjs";

await generate();

/**
 * External judges of the API (`npm run judge`): Prism, a Portman collection and three client generators hold the
 * service against its own document. The HTTP tests run first: Prism judges their exchanges.
 */
export default defineConfig({
  outputDir: "../../test-results",
  globalSetup: "./global-setup.ts",
  projects: [
    { name: "http", testDir: "../api", testIgnore: "**/*.full.spec.ts" },
    { name: "judges", testDir: ".", dependencies: ["http"] },
  ],
  retries: 0,
  workers: 4,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [["list"], ["../answers-reporter.ts"]],
});
