/**
 * `npm run packages`: builds the packages and the provider for Medusa, and packs them into packages/dist. With --check,
 * packages/checks then judges the tarballs; with --serve, a registry on this machine has them.
 */
import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { packPackage, tarballs } from "./pack.mjs";
import { startRegistry } from "./registry.mjs";
import { packShops } from "./shop-templates.mjs";

const folder = fileURLToPath(new URL(".", import.meta.url));
const compiler = path.join(folder, "node_modules/typescript/bin/tsc");

function compile(cwd, ...args) {
  const { status, stdout } = spawnSync(process.execPath, [compiler, ...args], { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`tsc in ${cwd} failed:\n${stdout}`);
}

/** For `import` and for `require`. */
function buildLibrary(name) {
  const workspace = path.join(folder, name);
  rmSync(path.join(workspace, "dist"), { recursive: true, force: true });
  compile(workspace, "--module", "esnext", "--outDir", "dist/esm");
  compile(workspace, "--module", "commonjs", "--outDir", "dist/cjs");
  // Node and TypeScript read the kind of a .js file from the nearest package.json.
  writeFileSync(path.join(workspace, "dist/cjs/package.json"), '{ "type": "commonjs" }\n');
  // It has types alone: nothing imports its script.
  for (const kind of ["esm", "cjs"])
    rmSync(path.join(workspace, "dist", kind, "generated/types.js"), { force: true });
  return packPackage(workspace);
}

rmSync(tarballs, { recursive: true, force: true });
const libraries = ["client", "elements"].map(buildLibrary);
const { medusa } = await import("../integrations/medusa/build.mjs");
const built = [...libraries, packShops(), medusa];

if (process.argv.includes("--check")) {
  const { checkPackages } = await import("./checks/check.mjs");
  process.exitCode = await checkPackages(built, process.argv.slice(2));
} else if (process.argv.includes("--serve")) {
  const { url } = await startRegistry(built, 4873);
  console.log(
    `\nA registry has them until Ctrl-C. In another terminal:\n\n  export npm_config_registry=${url}`,
  );
}
