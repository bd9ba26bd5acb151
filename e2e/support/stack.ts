import { readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { test } from "@playwright/test";
import type { DemoManifest } from "@/lib/demo/identity";
import { type Stack, type StackOptions, startStack } from "@/lib/demo/stack";
import { createDatabase, type Database } from "@/lib/platform/database";
import { testPostgresSettings } from "@/lib/platform/process/embedded-postgres";
import { findLastingPort } from "@/lib/testing/lasting-port";

export type OwnStack = Stack & { said: string[]; dataRoot: string };

/** A service of a test's own, for what would disturb others: crashes, restarts, other settings. */
export async function startOwnStack(options: Partial<StackOptions> = {}): Promise<OwnStack> {
  const dataRoot = options.dataRoot ?? (await makeDataRoot());
  const said: string[] = [];
  const stack = await startStack({
    mode: "test",
    plainNext: isPlainNext,
    port: await findLastingPort(),
    postgresSettings: testPostgresSettings,
    say: (line) => said.push(line),
    onServerOutput: () => undefined,
    ...options,
    dataRoot,
  });
  return {
    ...stack,
    said,
    dataRoot,
    stop: async () => {
      await stack.stop();
      // What a killed database leaves may still write a moment.
      if (options.dataRoot === undefined)
        await rm(dataRoot, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** The running service: addresses, keys, wallets. */
export function manifest(): DemoManifest {
  const file = process.env.E2E_MANIFEST;
  if (file === undefined) throw new Error("global-setup names the manifest in E2E_MANIFEST");
  return JSON.parse(readFileSync(file, "utf8")) as DemoManifest;
}

/** Reads or changes rows that no page reaches; by default in the running service's database. */
export async function withDatabase<T>(
  work: (database: Database) => Promise<T>,
  databaseUrl = manifest().databaseUrl,
): Promise<T> {
  const database = createDatabase(databaseUrl, { maxConnections: 2 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** A folder of a test's own, which PostgreSQL's user may pass. */
export async function makeDataRoot(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "checkout-e2e-"));
  await chmod(folder, 0o755);
  return folder;
}

/** Whether the suite runs against `next start` in place of the start script (`PLAIN_NEXT=1`). */
export const isPlainNext = process.env.PLAIN_NEXT === "1";

/** Skips a test of what plain Next cannot do (`e2e/api/plain-next.spec.ts` lists it). */
export function onlyByStartScript(): void {
  test.skip(isPlainNext, "only the start script does this");
}
