/** What the checks of all packages share: an empty project with a tarball and packages from npm. */
import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { npmProgram } from "../../lib/platform/process/npm-program.mjs";
import { frameworks } from "../shop-templates.mjs";

const execute = promisify(execFile);

const versions = {
  ...Object.assign({}, ...Object.values(frameworks).map(({ dependencies }) => dependencies)),
  "@types/react": "19.3.0",
  bun: "1.4.5",
  deno: "2.9.6",
  vite: "8.3.8",
};

export async function write(folder, files) {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
}

/** Installs a package's tarball, and these from npm, into an empty project whose modules are of this type. */
export async function installIn({ folder, built }, packageName, type, names = []) {
  await write(folder, { "package.json": JSON.stringify({ name: "shop", private: true, type }) });
  const { tarball } = built.find(({ manifest }) => manifest.name === packageName);
  const wanted = names.map((name) => `${name}@${versions[name]}`);
  const npm = [npmProgram(), "install", "--no-audit", "--no-fund", "--loglevel=error"];
  await execute(process.execPath, [...npm, tarball, ...wanted], { cwd: folder });
}

export const run = ({ folder, env }, command, ...args) => execute(command, args, { cwd: folder, env });
export const bin = ({ folder }, name) => path.join(folder, "node_modules/.bin", name);

const nextProgram = "node_modules/next/dist/bin/next";

export async function nextBuild(project) {
  const env = { ...project.env, NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" };
  await run({ ...project, env }, process.execPath, nextProgram, "build");
}

/** Compiles the files under each resolution that TypeScript has. */
export async function typecheck(project, ...files) {
  for (const module of ["node16", "nodenext", "esnext"]) {
    const resolution = module === "esnext" ? "bundler" : module;
    const options = ["--module", module, "--moduleResolution", resolution, "--target", "es2022", "--strict"];
    const compiler = `${project.modules}/typescript/bin/tsc`;
    await run(project, process.execPath, compiler, ...options, "--jsx", "react-jsx", "--noEmit", ...files);
  }
}
