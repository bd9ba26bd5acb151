/** What the checks of all packages share: an empty project with a tarball and packages from npm. */
import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
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

/** Installs a package's tarball, and these from npm. */
export async function installIn({ folder, built }, packageName, type, names = []) {
  await write(folder, { "package.json": JSON.stringify({ name: "shop", private: true, type }) });
  const { tarball } = built.find(({ name }) => name === packageName);
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
