import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

// One test runs by its name in a clone where nothing ran before.
const root = fileURLToPath(new URL("../..", import.meta.url));
if (!existsSync(`${root}prisma/generated/client.ts`))
  execFileSync(process.execPath, ["prisma/generate.mjs"], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath },
  });
