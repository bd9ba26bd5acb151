/** What the checks of all packages share: an empty project with a tarball and packages from npm. */
import { execFile } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { npmProgram } from "../../lib/platform/process/npm-program.mjs";

const execute = promisify(execFile);

const versions = {
  "@hono/node-server": "2.1.9",
  "@nestjs/common": "12.5.1",
  "@nestjs/core": "12.5.1",
  "@nestjs/platform-express": "12.5.1",
  "@types/react": "19.3.0",
  bun: "1.4.5",
  deno: "2.9.6",
  express: "5.3.0",
  fastify: "5.12.8",
  hono: "4.13.19",
  next: "16.4.6",
  react: "19.3.1",
  "react-dom": "19.3.1",
  "reflect-metadata": "0.2.2",
  rxjs: "7.8.2",
  tsx: "4.23.15",
  vite: "8.3.8",
};

export async function write(folder, files) {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
}

/** Those that come with Node 20 and 22, and with Node 24: from 11 on, npm writes a type of its own. */
const npmVersions = ["10.9.4", "11.19.1"];

/** A project as a page's commands make it, with the npm of each Node; the last one stays. */
export const projectOf = (commands) => async (project) => {
  for (const version of npmVersions) {
    await rm(path.join(project.folder, "package.json"), { force: true });
    for (const command of commands)
      await run(project, "npx", "--yes", `npm@${version}`, ...command.split(" ").slice(1));
    const { type } = JSON.parse(await readFile(path.join(project.folder, "package.json"), "utf8"));
    if (type !== "module") throw new Error(`npm ${version} makes a project of type ${type}`);
  }
};

/**
 * Installs a package's tarball, and these from npm.
 *
 * @param begin the type of an empty project's modules, or what makes the project
 */
export async function installIn(project, packageName, begin, names = []) {
  const { folder, built } = project;
  if (typeof begin === "string")
    await write(folder, { "package.json": JSON.stringify({ name: "shop", private: true, type: begin }) });
  else await begin(project);
  const { tarball } = built.find(({ manifest }) => manifest.name === packageName);
  const wanted = names.map((name) => `${name}@${versions[name]}`);
  const npm = [npmProgram(), "install", "--no-audit", "--no-fund", "--loglevel=error"];
  await execute(process.execPath, [...npm, tarball, ...wanted], { cwd: folder });
}

export const run = ({ folder, env }, command, ...args) => execute(command, args, { cwd: folder, env });
export const bin = ({ folder }, name) => path.join(folder, "node_modules/.bin", name);

export const nextProgram = "node_modules/next/dist/bin/next";

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
