/**
 * `npm run packages`: builds each workspace for `import` and for `require`, and packs it into packages/dist. With
 * --check, packages/checks then judges the tarballs.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { npmProgram } from "../lib/platform/process/npm-program.mjs";

const folder = fileURLToPath(new URL(".", import.meta.url));
const tarballs = path.join(folder, "dist");
const compiler = path.join(folder, "node_modules/typescript/bin/tsc");
const { workspaces } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));

function runNode(cwd, ...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${path.basename(args[0])} in ${cwd} failed:\n${stdout}${stderr}`);
  return stdout;
}

function build(name) {
  const workspace = path.join(folder, name);
  rmSync(path.join(workspace, "dist"), { recursive: true, force: true });
  runNode(workspace, compiler, "--module", "esnext", "--outDir", "dist/esm");
  runNode(workspace, compiler, "--module", "commonjs", "--outDir", "dist/cjs");
  // Node and TypeScript read the kind of a .js file from the nearest package.json.
  writeFileSync(path.join(workspace, "dist/cjs/package.json"), '{ "type": "commonjs" }\n');
  copyFileSync(path.join(folder, "../LICENSE"), path.join(workspace, "LICENSE"));
  const packed = runNode(workspace, npmProgram(), "pack", "--json", "--pack-destination", tarballs);
  const [{ filename, size }] = JSON.parse(packed);
  console.log(`packages/dist/${filename}, ${Math.round(size / 1_000)} kB`);
  return { name, workspace, tarball: path.join(tarballs, filename) };
}

rmSync(tarballs, { recursive: true, force: true });
mkdirSync(tarballs, { recursive: true });
const built = workspaces.map(build);

if (process.argv.includes("--check")) {
  const { checkPackages } = await import("./checks/check.mjs");
  process.exitCode = await checkPackages(built, process.argv.slice(2));
}
