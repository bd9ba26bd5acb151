import { defineConfig } from "@playwright/test";
import { generate } from "../../lib/platform/process/generate.mjs";

await generate();

/** The MCP server of `integrations/mcp` with the official SDK's client and conformance tests (`npm run night -- mcp`). */
export default defineConfig({
  outputDir: "../../test-results",
  globalSetup: "./global-setup.ts",
  retries: 0,
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [["list"]],
});
