// @ts-check
/**
 * Makes the Prisma client in prisma/generated from prisma/schema; does nothing when it is up to date.
 * Plain JavaScript: it runs before anything of ours can be compiled.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { access, readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));
const schemaFolder = path.join(root, "prisma", "schema");
const generatedFolder = path.join(root, "prisma", "generated");
const fingerprintFile = path.join(generatedFolder, ".fingerprint");

/**
 * @returns {Promise<boolean>} whether the client had to be made.
 * @throws when the schema is not valid; the message is Prisma's.
 */
export async function generatePrismaClient() {
  const fingerprint = await fingerprintOfSchema();
  const last = await readFile(fingerprintFile, "utf8").catch(() => "");
  const isPresent = await access(path.join(generatedFolder, "client.ts")).then(
    () => true,
    () => false,
  );
  if (isPresent && last === fingerprint) return false;

  const prisma = createRequire(import.meta.url).resolve("prisma/build/index.js");
  await promisify(execFile)(process.execPath, [prisma, "generate", "--config", "prisma/prisma.config.ts"], {
    cwd: root,
    env: {
      ...process.env,
      // Named, the engine is not downloaded; generating does not run it, so any executable serves.
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      CHECKPOINT_DISABLE: "1",
      PRISMA_HIDE_UPDATE_MESSAGE: "1",
    },
  });
  await writeFile(fingerprintFile, fingerprint);
  return true;
}

async function fingerprintOfSchema() {
  const { version } = createRequire(import.meta.url)("prisma/package.json");
  const hash = createHash("sha256").update(version);
  const names = (await readdir(schemaFolder)).filter((name) => name.endsWith(".prisma")).sort();
  for (const name of names) hash.update(`\0${name}\0`).update(await readFile(path.join(schemaFolder, name)));
  return hash.digest("hex");
}
