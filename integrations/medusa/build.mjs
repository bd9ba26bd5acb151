/** `node integrations/medusa/build.mjs`: builds the payment provider, with the client in it, and packs it into .cache/medusa. */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const folder = fileURLToPath(new URL(".", import.meta.url));
const packed = path.join(folder, "../../.cache/medusa");

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
copyFileSync(path.join(folder, "../../LICENSE"), path.join(folder, "LICENSE"));
mkdirSync(packed, { recursive: true });
const { status, stdout } = spawnSync("npm", ["pack", "--json", "--pack-destination", packed], {
  cwd: folder,
  encoding: "utf8",
  shell: process.platform === "win32",
});
if (status !== 0) throw new Error(`npm pack ended with ${status}`);
console.log(path.join(packed, JSON.parse(stdout)[0].filename));
