// @ts-check
/**
 * `npm run generate`: makes what a machine writes and git ignores; what is up to date stays.
 *
 * - prisma/generated: the Prisma client, from prisma/schema
 * - lib/generated/messages.d.ts: the types of texts, from the English catalogues
 * - lib/generated/client and packages/client/src/generated: the client that a merchant copies and the types of the API,
 *   from packages/client/src and the API's schemas
 * - lib/generated/fonts: the characters, weights and features of Geist that the pages use
 *
 * Plain JavaScript: it runs before anything of ours can be compiled.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { access, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { generatePrismaClient } from "../../../prisma/generate.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const fingerprintFile = path.join(root, "lib/generated/.fingerprint");
const made = ["packages/client/src/generated/types.ts", "lib/generated/fonts/geist-mono.woff2"];
const sources = ["components", "lib", "packages/client/src"];
const notRead = /(^|\/)(generated|testing|bench|demo|contracts|dist)(\/|$)|\.test\.tsx?$/;
const isRead = (/** @type {string} */ file) =>
  /\/messages\/(\w+|en\/[\w-]+)\.json$/.test(file) || /^(lib|packages)\/.*\.ts$/.test(file);

/** @returns {Promise<boolean>} whether anything had to be made. */
export async function generate() {
  const madeClient = await generatePrismaClient();
  const fingerprint = await fingerprintOfSources();
  const last = await Promise.all(made.map((name) => access(path.join(root, name))))
    .then(() => readFile(fingerprintFile, "utf8"))
    .catch(() => "");
  if (last === fingerprint) return madeClient;
  const loader = pathToFileURL(path.join(root, "lib/platform/process/typescript.mjs")).href;
  const program = path.join(root, "lib/generate/main.ts");
  await promisify(execFile)(process.execPath, ["--import", loader, program], { cwd: root });
  await writeFile(fingerprintFile, fingerprint);
  return true;
}

async function fingerprintOfSources() {
  const hash = createHash("sha256");
  for (const folder of sources) {
    const names = await readdir(path.join(root, folder), { recursive: true });
    for (const name of names.map((one) => `${folder}/${one.replaceAll("\\", "/")}`).sort()) {
      if (notRead.test(name) || !isRead(name)) continue;
      hash.update(`\0${name}\0`).update(await readFile(path.join(root, name)));
    }
  }
  return hash.digest("hex");
}
