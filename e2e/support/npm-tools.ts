import { execFile } from "node:child_process";
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const cache = fileURLToPath(new URL("../../.cache/", import.meta.url));

export type NpmTools = {
  /** Installs the versions that the lock names, unless they are installed. */
  install(): Promise<void>;
  /** The file of a tool's program. */
  programOf(tool: string): string;
  /** Runs a tool in a folder. @returns its output. @throws Error with its output when it fails */
  run(
    tool: string,
    args: readonly string[],
    cwd: string,
    env?: Readonly<Record<string, string>>,
  ): Promise<string>;
  /** An empty folder in which code finds the tools' packages. */
  emptyFolder(name: string): Promise<string>;
  /** Imports one of the packages. */
  load<T>(specifier: string): Promise<T>;
};

/** A file among the packages, since an import looks for them beside the file that has it. */
const loader = { file: "load.mjs", text: "export const load = (specifier) => import(specifier);\n" };

/**
 * Packages that one suite alone needs. They are installed below `.cache`, so no other command loads them.
 *
 * @param listed the folder with their `package.json` and `package-lock.json`
 * @param description printed while they are installed
 */
export function npmTools(name: string, listed: URL, description: string): NpmTools {
  const folder = path.join(cache, name);
  const programOf = (tool: string) => path.join(folder, "node_modules/.bin", tool);
  return {
    install: async () => {
      const wanted = await readFile(new URL("package-lock.json", listed), "utf8");
      const marker = path.join(folder, "installed-from");
      if ((await readFile(marker, "utf8").catch(() => null)) === wanted) return;
      console.log(`  Installing ${description}.`);
      await mkdir(folder, { recursive: true });
      for (const file of ["package.json", "package-lock.json"])
        await copyFile(new URL(file, listed), path.join(folder, file));
      // Install scripts only report home.
      await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], folder);
      await writeFile(path.join(folder, loader.file), loader.text);
      await writeFile(marker, wanted);
    },
    programOf,
    run: (tool, args, cwd, env) => run(process.execPath, [programOf(tool), ...args], cwd, env),
    emptyFolder: async (work) => {
      const empty = path.join(folder, "work", work);
      await rm(empty, { recursive: true, force: true });
      await mkdir(empty, { recursive: true });
      return empty;
    },
    load: async (specifier) => {
      const file = pathToFileURL(path.join(folder, loader.file)).href;
      return ((await import(file)) as { load(name: string): Promise<never> }).load(specifier);
    },
  };
}

/** Runs a program. @returns its standard output. @throws Error with its output when it fails */
export function run(
  program: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 64 * 1_024 * 1_024 };
  return new Promise((resolve, reject) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else
        reject(
          new Error(`${path.basename(args[0] ?? program)} failed:\n${stdout}${stderr}`.slice(0, 20_000)),
        );
    });
  });
}
