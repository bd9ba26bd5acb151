import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
  testPostgresSettings,
} from "@/lib/platform/process/embedded-postgres";
import { processIdentity } from "@/lib/platform/process/processes";
import { applyMigrations } from "@/prisma/migrate";
import { findLastingPort } from "./lasting-port";

export type KillablePostgres = {
  databaseUrl: string;
  /** SIGKILL to the server, and a new one on the same data and port. */
  killAndRestart(): Promise<void>;
  stop(): Promise<void>;
};

/** A migrated PostgreSQL for one test, which may be killed: commits survive that. */
export async function startKillablePostgres(): Promise<KillablePostgres> {
  const folder = await mkdtemp(path.join(tmpdir(), "checkout-killable-"));
  // PostgreSQL's own user must pass it.
  await chmod(folder, 0o711);
  const port = await findLastingPort();
  const start = () =>
    startEmbeddedPostgres({
      dataDir: path.join(folder, "data", "postgres"),
      database: "checkout",
      settings: { ...testPostgresSettings, synchronous_commit: "on" },
      port,
    });
  let server: EmbeddedPostgres = await start();
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await applyMigrations(server.databaseUrl);
  } catch (error) {
    await server.stop();
    await remove();
    throw error;
  }
  return {
    databaseUrl: server.databaseUrl,
    async killAndRestart() {
      process.kill(server.pid, "SIGKILL");
      while (processIdentity(server.pid) !== null) await sleep(20);
      server = await start();
    },
    async stop() {
      await server.stop();
      await remove();
    },
  };
}
