import { defineConfig } from "@playwright/test";
import { generate } from "../../lib/platform/process/generate.mjs";

await generate();

/**
 * External judges (`npm run judge`). Prism, a Portman collection and three client generators hold the service against
 * its own document; the HTTP tests run first, for Prism judges their exchanges. Others read packages and books, and a
 * service in production mode, which they share.
 */
export default defineConfig({
  outputDir: "../../test-results",
  globalSetup: "./global-setup.ts",
  projects: [
    { name: "http", testDir: "../api", testIgnore: "**/*.full.spec.ts" },
    { name: "judges", testDir: ".", testIgnore: "production/**", dependencies: ["http"] },
    // One service for all of them.
    { name: "production", testDir: "production", workers: 1, dependencies: ["http"] },
  ],
  retries: 0,
  workers: 4,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [["list"], ["../answers-reporter.ts"]],
});
