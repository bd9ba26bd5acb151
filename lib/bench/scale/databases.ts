import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Client, escapeIdentifier } from "pg";
import { startEmbeddedPostgres } from "@/lib/platform/process/embedded-postgres";
import { applyMigrations } from "@/prisma/migrate";

/** As durable as in production; what a million rows need beyond PostgreSQL's defaults of 128 MB and 1 GB. */
const settings = { shared_buffers: "512MB", max_wal_size: "4GB" };

/** Migrated databases of their own, on one PostgreSQL. */
export type ScaleDatabases = {
  /** A new one without rows. Answers its address. */
  create(name: string): Promise<string>;
  /** A copy, file by file; no one may be connected to the original. */
  copy(from: string, name: string): Promise<string>;
  drop(name: string): Promise<void>;
  url(name: string): string;
  /** Process ids of the servers behind connections to this database. */
  backends(name: string): Promise<number[]>;
};

/**
 * Starts a PostgreSQL for measurements.
 *
 * @param stops receives what must be undone, in the order of being made
 */
export async function startScaleDatabases(stops: (() => Promise<unknown>)[]): Promise<ScaleDatabases> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "checkout-scale-"));
  stops.push(() => rm(folder, { recursive: true, force: true }));
  // PostgreSQL's own user must pass it.
  await chmod(folder, 0o755);
  const template = "bench_template";
  const server = await startEmbeddedPostgres({
    dataDir: path.join(folder, "postgres"),
    database: template,
    settings,
  });
  stops.push(() => server.stop());
  await applyMigrations(server.databaseUrl);
  const admin = new Client({ connectionString: server.adminUrl });
  // The server goes first when the bench is interrupted.
  admin.on("error", () => undefined);
  await admin.connect();
  stops.push(() => admin.end());

  const url = (name: string) => {
    const address = new URL(server.adminUrl);
    address.pathname = `/${name}`;
    return address.href;
  };
  const copy = async (from: string, name: string) => {
    await admin.query(
      `CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE ${escapeIdentifier(from)} STRATEGY FILE_COPY`,
    );
    return url(name);
  };
  return {
    url,
    copy,
    create: (name) => copy(template, name),
    drop: async (name) => {
      await admin.query(`DROP DATABASE ${escapeIdentifier(name)} WITH (FORCE)`);
    },
    backends: async (name) => {
      const { rows } = await admin.query<{ pid: number }>(
        "SELECT pid FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend'",
        [name],
      );
      return rows.map(({ pid }) => pid);
    },
  };
}
