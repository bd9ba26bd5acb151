import { createHash } from "node:crypto";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { spawnGuarded } from "./processes";
import { errorCode, StartError } from "./start-error";

const brotli = promisify(brotliCompress);

const progressEveryMs = 15_000;
const root = fileURLToPath(new URL("../../..", import.meta.url));
/** What the build depends on, from the root. */
export const builtFrom = [
  "app",
  "components",
  "inngest",
  "lib",
  "packages/client/src",
  "public",
  "prisma",
  "package-lock.json",
  "next.config.ts",
  "proxy.ts",
  "instrumentation.ts",
  "tsconfig.json",
  "postcss.config.mjs",
];
const notBuilt =
  /(^|\/)(lib\/(bench|testing|contracts\/(abi\/testing|broadcast|cache|out|src|test))|node_modules)(\/|$)|\.test\.tsx?$/;

/**
 * Builds the application for production, unless the existing build is from the same sources.
 * @param onProgress receives a sentence when it begins to build, and every 15 s
 * @param options.maps with source maps, for profiles; a build that has them serves as any other
 * @returns whether it built
 * @throws StartError START_FAILED with the end of the build's output
 */
export async function buildIfNeeded(
  onProgress: (line: string) => void,
  { maps = false }: { maps?: boolean | undefined } = {},
): Promise<boolean> {
  const marker = path.join(root, ".next", "built-from");
  const sources = await fingerprintSources();
  const withMaps = `${sources} with maps`;
  const lastFingerprint = await readFile(marker, "utf8").catch(nullIfMissing);
  const hasBuild = await stat(path.join(root, ".next", "BUILD_ID")).catch(nullIfMissing);
  const isBuilt = lastFingerprint === withMaps || (!maps && lastFingerprint === sources);
  if (hasBuild !== null && isBuilt) return false;
  onProgress("Building the application. This takes a minute or two, on a small machine five.");
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1_000);
  const progress = setInterval(() => onProgress(`  still building, ${seconds()} s`), progressEveryMs);
  await runBuild(maps)
    .then(() => compressFiles(path.join(root, ".next/static/chunks")))
    .finally(() => clearInterval(progress));
  onProgress(`Built in ${seconds()} s.`);
  await writeFile(marker, maps ? withMaps : sources);
  return true;
}

/** Scripts and styles for `lib/operate/compressed-files.ts`: this takes too long for each answer. */
async function compressFiles(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /\.(?:js|css)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      await writeFile(`${file}.br`, await brotli(await readFile(file)));
    }),
  );
}

/** A build that belongs to another user is not rebuilt: the new one couldn't be written. */
function nullIfMissing(error: unknown): null {
  if (errorCode(error) === "ENOENT") return null;
  throw error;
}

function runBuild(maps: boolean): Promise<void> {
  const next = path.join(root, "node_modules/next/dist/bin/next");
  const child = spawnGuarded(
    process.execPath,
    [next, "build"],
    { cwd: root, env: { ...process.env, NODE_ENV: "production", BUILD_MAPS: String(maps) } },
    "TERM",
  );
  let tail = "";
  const keep = (chunk: Buffer) => {
    tail = `${tail}${chunk}`.slice(-4_000);
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => {
      if (code === 0) resolve();
      else reject(new StartError("START_FAILED", `The build failed:\n${tail}`));
    });
  });
}

async function fingerprintSources(): Promise<string> {
  const hash = createHash("sha256");
  for (const file of (await Promise.all(builtFrom.map(filesBelow))).flat().sort()) {
    hash.update(`${file}\n`).update(await readFile(path.join(root, file)));
  }
  return hash.digest("hex");
}

async function filesBelow(relative: string): Promise<string[]> {
  if (notBuilt.test(relative)) return [];
  const found = await stat(path.join(root, relative)).catch(() => null);
  if (found === null) return [];
  if (!found.isDirectory()) return [relative];
  const entries = await readdir(path.join(root, relative));
  return (await Promise.all(entries.map((entry) => filesBelow(`${relative}/${entry}`)))).flat();
}
