import { defineConfig } from "@playwright/test";
import { generate } from "../../lib/platform/process/generate.mjs";
import { findBrowser } from "../browser";

await generate();
const browser = await findBrowser();

/**
 * The WooCommerce plugin in a real shop (`npm run night -- woocommerce`), whose code is in WOOCOMMERCE_DIR:
 * `integrations/woocommerce/README.md` says how to get it, and what else it needs.
 */
export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: "../../test-results",
  retries: 0,
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 300_000,
  expect: { timeout: 60_000 },
  // WordPress's pages ask others for pictures and news.
  use: {
    launchOptions: {
      ...browser,
      args: [...browser.args, "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"],
    },
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    screenshot: "only-on-failure",
  },
  reporter: [["list"]],
});
