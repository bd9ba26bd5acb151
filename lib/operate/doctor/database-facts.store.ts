import type { Connections } from "@/lib/platform/database";
import { readServerFacts } from "@/lib/platform/postgres/client";
import type { ServerFacts } from "@/lib/platform/postgres/server.rules";

export type DatabaseFacts = ServerFacts & {
  now: Date;
  /** Whether this user may make tables, and owns those that are there. */
  mayCreate: boolean;
  foreignTables: number;
  /** Connections that it gives at most, to all its users. */
  maxConnections: number;
  /** The time zone of a session that sets none. */
  timeZone: string;
};

/** What a service needs to know of its database before it works with it. */
export async function readDatabaseFacts({ pool }: Connections): Promise<DatabaseFacts> {
  const { rows } = await pool.query<{
    now: Date;
    may_create: boolean;
    foreign_tables: number;
    max_connections: number;
    time_zone: string;
  }>(`
    SELECT clock_timestamp() AS now,
      (SELECT reset_val FROM pg_settings WHERE name = 'TimeZone') AS time_zone,
      has_schema_privilege(current_schema(), 'CREATE') AS may_create,
      (SELECT count(*)::int FROM pg_tables
       WHERE schemaname = current_schema() AND NOT pg_has_role(tableowner, 'USAGE')) AS foreign_tables,
      current_setting('max_connections')::int AS max_connections`);
  const [row] = rows;
  if (row === undefined) throw new Error("the database told nothing of itself");
  return {
    ...(await readServerFacts(pool)),
    now: row.now,
    timeZone: row.time_zone,
    mayCreate: row.may_create,
    foreignTables: row.foreign_tables,
    maxConnections: row.max_connections,
  };
}

/** The mode of the service that this database belongs to; null before its first start. */
export async function readServiceMark({ prisma }: Connections): Promise<string | null> {
  return (await prisma.serviceMark.findUnique({ where: { id: 1 } }))?.mode ?? null;
}

/** The newest secret that is kept under the data key, with its owner; null where there is none. */
export async function readSealedSecret({
  prisma,
}: Connections): Promise<{ sealed: string; owner: string } | null> {
  const secret = await prisma.webhookSecret.findFirst({ orderBy: { id: "desc" } });
  if (secret !== null) return { sealed: secret.ciphertext, owner: secret.endpointId };
  const user = await prisma.user.findFirst({ where: { totpSecret: { not: null } } });
  return user?.totpSecret ? { sealed: user.totpSecret, owner: user.id } : null;
}

/** Wallets besides these that have transactions which are not final yet. */
export async function readOtherWallets(
  { prisma }: Connections,
  wallets: readonly string[],
): Promise<{ address: string; transactions: number }[]> {
  const found = await prisma.outgoingTransaction.groupBy({
    by: ["operatorAddress"],
    where: { status: "SIGNED", operatorAddress: { notIn: [...wallets] } },
    _count: true,
  });
  return found.map(({ operatorAddress, _count }) => ({ address: operatorAddress, transactions: _count }));
}

/** Whether any project refunds by the service's own wallet. */
export async function hasConvenientProject({ prisma }: Connections): Promise<boolean> {
  return (await prisma.project.findFirst({ where: { refundMode: "CONVENIENT", deletedAt: null } })) !== null;
}
