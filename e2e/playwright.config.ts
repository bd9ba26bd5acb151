import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";
import { findBrowser } from "./browser";

const root = fileURLToPath(new URL("..", import.meta.url));
const globalSetup = path.join(root, "e2e/global-setup.ts");

/**
 * The suites against the running service, which global-setup starts and whose address it puts into
 * E2E_BASE_URL. `api` needs no browser, `checkout` is the payment page, `docs` the API reference,
 * `dashboard` the merchant's pages, `journeys` go
 * from the shop to the settled payment.
 */
export default defineConfig({
  testDir: root,
  outputDir: path.join(root, "test-results"),
  ...(existsSync(globalSetup) && { globalSetup }),
  // A test that passes only the second time has found something.
  retries: 0,
  // Two for each core of a small machine: half of the time is waiting for blocks and clocks.
  workers: 4,
  fullyParallel: false,
  forbidOnly: true,
  // Nothing is measured by these: a busy machine stands still for seconds now and then.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [["list"], ["./answers-reporter.ts"]],
  use: {
    launchOptions: await findBrowser(),
    screenshot: "only-on-failure",
    // It films every page: more work than all the rest that a browser does here.
    trace: process.env.E2E_TRACE === "1" ? "retain-on-failure" : "off",
    locale: "en-US",
    timezoneId: "UTC",
  },
  // The longest first: begun last, one of them would keep the others' places empty at the end.
  projects: [
    { name: "journeys", testDir: path.join(root, "e2e/journeys") },
    { name: "checkout", testDir: path.join(root, "e2e/checkout") },
    { name: "dashboard", testDir: path.join(root, "e2e/dashboard") },
    { name: "docs", testDir: path.join(root, "e2e/docs") },
    { name: "api", testDir: path.join(root, "e2e/api") },
  ],
});
