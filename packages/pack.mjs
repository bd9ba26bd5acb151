/** Packs a package as it is published: its own files, with what all packages share. */
import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { npmProgram } from "../lib/platform/process/npm-program.mjs";
import { checkContents } from "./checks/contents.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
export const tarballs = path.join(root, "packages/dist");
export const readManifest = (folder) => JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
export const { version, license } = readManifest(root);

// Provenance compares the repository with the one whose workflow publishes, so a fork passes its own.
const { repository } = parseArgs({ strict: false, options: { repository: { type: "string" } } }).values;

function publishedManifest(folder) {
  const directory = path.relative(root, folder).replaceAll(path.sep, "/");
  return {
    ...readManifest(folder),
    // Everything in its folder: npm itself would add the licence, but not the changelog.
    files: undefined,
    version,
    license,
    ...(repository && {
      homepage: `${repository}#readme`,
      bugs: `${repository}/issues`,
      repository: { type: "git", url: `git+${repository}.git`, directory },
    }),
    engines: { node: ">=20" },
    publishConfig: { access: "public", provenance: true },
  };
}

/**
 * Packs a built package, and prints the tarball's path.
 *
 * @param to packages/dist, except in tests
 * @throws when the tarball doesn't have exactly what the package imports
 */
export function packPackage(folder, to = tarballs) {
  const { files: own } = readManifest(folder);
  const manifest = publishedManifest(folder);
  const staged = path.join(to, manifest.name);
  rmSync(staged, { recursive: true, force: true });
  mkdirSync(staged, { recursive: true });
  for (const name of [...own, "README.md"])
    cpSync(path.join(folder, name), path.join(staged, name), { recursive: true });
  for (const name of ["LICENSE", "CHANGELOG.md"])
    copyFileSync(path.join(root, name), path.join(staged, name));
  writeFileSync(path.join(staged, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  const args = [npmProgram(), "pack", "--json", "--pack-destination", to];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: staged, encoding: "utf8" });
  if (status !== 0) throw new Error(`npm pack of ${manifest.name} failed:\n${stdout}${stderr}`);
  const [{ filename, integrity, files }] = JSON.parse(stdout);
  checkContents(
    staged,
    files.map((file) => file.path),
  );
  const tarball = path.join(to, filename);
  console.log(tarball);
  return { folder, staged, manifest, tarball, integrity };
}
