import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";
import { findBrowser } from "./e2e/browser";
import { generate } from "./lib/platform/process/generate.mjs";

const folder = (name: string) => fileURLToPath(new URL(`e2e/${name}`, import.meta.url));

// One test runs by its name in a fresh clone, too.
await generate();

/** What `npm test -- --full` adds: long runs whose kinds of fault each have a short case in `npm test`. */
const longRuns = process.env.FULL === "1" ? [] : ["**/*.full.spec.ts"];

/**
 * The tests against the running service, which global-setup builds and starts, and whose address it puts into
 * E2E_BASE_URL. `api` needs no browser, `checkout` is the payment page, `docs` the API reference, `dashboard` the
 * merchant's pages, `journeys` go from the shop to the settled payment. They are one project: a worker of Playwright
 * serves one project alone, and loads everything anew for the next.
 */
export default defineConfig({
  testDir: folder("."),
  testIgnore: [
    "**/{agents,browsers,inngest,judges,languages,mcp,medusa,pictures,woocommerce}/**",
    ...longRuns,
  ],
  globalSetup: folder("global-setup.ts"),
  // A test that passes only the second time has found something.
  retries: 0,
  // More than the cores of a small machine: much of the time is waiting for blocks and clocks.
  workers: 4,
  fullyParallel: false,
  forbidOnly: true,
  // Nothing is measured by these: a busy machine stands still for seconds now and then.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [["list"], ["./e2e/answers-reporter.ts"]],
  use: {
    launchOptions: await findBrowser(),
    screenshot: "only-on-failure",
    // It films every page: more work than all the rest that a browser does here.
    trace: process.env.E2E_TRACE === "1" ? "retain-on-failure" : "off",
    locale: "en-US",
    timezoneId: "UTC",
  },
});
