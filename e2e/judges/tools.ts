import { execFile } from "node:child_process";
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

const listed = fileURLToPath(new URL("tools", import.meta.url));
/** The judges are installed here: no other command needs them. */
const folder = fileURLToPath(new URL("../../.cache/judges", import.meta.url));

/** Installs the versions that `tools/package-lock.json` names, unless they are installed. */
export async function installTools(): Promise<void> {
  const wanted = await readFile(path.join(listed, "package-lock.json"), "utf8");
  const marker = path.join(folder, "installed-from");
  if ((await readFile(marker, "utf8").catch(() => null)) === wanted) return;
  console.log("  Installing Prism, Portman, newman and three client generators.");
  await mkdir(folder, { recursive: true });
  for (const file of ["package.json", "package-lock.json"])
    await copyFile(path.join(listed, file), path.join(folder, file));
  // Their install scripts only report home.
  await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], folder);
  await writeFile(marker, wanted);
}

/** The file of a tool's program. */
export function programOf(tool: string): string {
  return path.join(folder, "node_modules/.bin", tool);
}

/** Runs a tool in a folder. @throws Error with its output when it fails */
export async function runTool(tool: string, args: readonly string[], cwd: string): Promise<void> {
  await run(process.execPath, [programOf(tool), ...args], cwd);
}

/** An empty folder in which generated code finds the tools' packages. */
export async function emptyFolder(name: string): Promise<string> {
  const work = path.join(folder, "work", name);
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true });
  return work;
}

function run(program: string, args: readonly string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { cwd, maxBuffer: 64 * 1_024 * 1_024 }, (error, stdout, stderr) => {
      if (error === null) resolve();
      else
        reject(
          new Error(`${path.basename(args[0] ?? program)} failed:\n${stdout}${stderr}`.slice(0, 20_000)),
        );
    });
  });
}
