import { defineConfig } from "@playwright/test";
import { generate } from "../../lib/platform/process/generate.mjs";

await generate();

/**
 * The WooCommerce plugin in PHP, with WordPress's own code (`npm run night -- woocommerce`). Needs `php` with curl, and
 * WordPress in WORDPRESS_DIR: Debian's packages php-cli, php-curl and wordpress.
 */
export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: "../../test-results",
  retries: 0,
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [["list"]],
});
