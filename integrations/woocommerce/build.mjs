/** `node integrations/woocommerce/build.mjs`: puts the plugin together with the PHP client, in .cache/woocommerce/stablecoin-checkout. */
import { copyFileSync, cpSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const plugin = path.join(root, ".cache/woocommerce/stablecoin-checkout");

rmSync(plugin, { recursive: true, force: true });
cpSync(path.join(root, "integrations/woocommerce/stablecoin-checkout"), plugin, { recursive: true });
copyFileSync(
  path.join(root, "packages/php/StablecoinCheckout.php"),
  path.join(plugin, "StablecoinCheckout.php"),
);
copyFileSync(path.join(root, "LICENSE"), path.join(plugin, "LICENSE"));
console.log(plugin);
