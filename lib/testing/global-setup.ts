import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres, testPostgresSettings } from "@/lib/platform/process/embedded-postgres";
import { applyMigrations } from "@/prisma/migrate";

declare module "vitest" {
  interface ProvidedContext {
    /** Superuser's connection to the tests' server. */
    postgresAdminUrl: string;
    /** Where the server's socket is, over which a statement costs less than over TCP. */
    postgresSocketFolder: string;
    /** A migrated, empty database without connections: the template of every test's own. */
    postgresTemplate: string;
  }
}

/** One PostgreSQL for all integration tests, and one migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), "checkout-tests-"));
  const dataDir = path.join(folder, "postgres");
  const template = "checkout_template";
  const server = await startEmbeddedPostgres({
    dataDir,
    database: template,
    // Tests of plans collect their statistics themselves: PostgreSQL's own look may come at any moment.
    settings: { ...testPostgresSettings, autovacuum: "off", unix_socket_directories: dataDir },
  });
  const teardown = async () => {
    await server.stop();
    // What a killed server leaves may still write a moment.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  try {
    await applyMigrations(server.databaseUrl);
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide("postgresAdminUrl", server.adminUrl);
  project.provide("postgresSocketFolder", dataDir);
  project.provide("postgresTemplate", template);
  return teardown;
}
