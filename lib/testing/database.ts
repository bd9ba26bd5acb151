import { Client, escapeIdentifier } from "pg";
import { inject } from "vitest";

export interface TestDatabase {
  databaseUrl: string;
  /** Closes every connection to it and removes it. */
  drop(): Promise<void>;
}

/** An own database with the schema and nothing in it (`empty`: without the schema). For integration tests only. */
export async function createTestDatabase({ empty = false }: { empty?: boolean } = {}): Promise<TestDatabase> {
  const adminUrl = inject("postgresAdminUrl");
  const name = `test_${crypto.randomUUID()}`;
  const template = empty ? "template0" : inject("postgresTemplate");
  await administer(
    adminUrl,
    `CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE ${escapeIdentifier(template)}`,
  );
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return {
    databaseUrl: url.href,
    drop: () => administer(adminUrl, `DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`),
  };
}

async function administer(adminUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
