/** `node integrations/medusa/build.mjs`: builds the payment provider, with the client in it, and packs it into packages/dist. */
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { packPackage } from "../../packages/pack.mjs";

const folder = fileURLToPath(new URL(".", import.meta.url));

await build({
  entryPoints: [path.join(folder, "src/index.ts")],
  outfile: path.join(folder, "dist/index.js"),
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  external: ["@medusajs/*"],
  logLevel: "warning",
});

export const medusa = packPackage(folder);
