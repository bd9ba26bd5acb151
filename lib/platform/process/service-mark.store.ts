import { createDatabase } from "@/lib/platform/database";
import { readServerFacts } from "@/lib/platform/postgres/client";
import { DatabaseUnusable, newOwnDatabase } from "@/lib/platform/postgres/faults.rules";
import { serverFault } from "@/lib/platform/postgres/server.rules";

export type ServiceMode = "production" | "demo" | "development" | "test";

/** The database belongs to a service of the other kind. */
export class WrongDatabase extends DatabaseUnusable {
  override readonly name = "WrongDatabase";

  constructor(marked: string, mode: string) {
    super({
      says: `The database belongs to a service with APP_MODE=${marked}, and this one has APP_MODE=${mode}.`,
      todo: "Set DATABASE_URL to another database.",
      own: newOwnDatabase,
    });
  }
}

/**
 * Marks the database with the mode of its first start. Afterwards production and the other modes refuse each other's
 * databases, whatever their names. A database without our tables is not marked.
 *
 * @throws WrongDatabase
 * @throws DatabaseUnusable when it can't be reached, is too old, or only answers reads
 */
export async function claimDatabase(databaseUrl: string, mode: ServiceMode): Promise<void> {
  const database = createDatabase(databaseUrl, { maxConnections: 1 });
  try {
    const fault = serverFault(await readServerFacts(database.pool));
    if (fault !== null) throw new DatabaseUnusable(fault);
    const { rows } = await database.pool.query("SELECT to_regclass('service_marks') IS NOT NULL AS exists");
    if (rows[0]?.exists !== true) return;
    // Only one of several concurrent starts writes the row.
    await database.pool.query("INSERT INTO service_marks (mode) VALUES ($1) ON CONFLICT DO NOTHING", [mode]);
    const mark = await database.prisma.serviceMark.findUniqueOrThrow({ where: { id: 1 } });
    if ((mark.mode === "production") === (mode === "production")) return;
    throw new WrongDatabase(mark.mode, mode);
  } finally {
    await database.close();
  }
}
