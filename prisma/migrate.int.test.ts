import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import {
  createTestDatabase,
  type LentDatabase,
  lendTestDatabase,
  type TestDatabase,
} from "@/lib/testing/database";
import {
  applyMigrations,
  createMigration,
  diffMigrationsToSchema,
  functionFiles,
  readMigrationState,
} from "@/prisma/migrate";

const committed = path.resolve("prisma/migrations");
const committedNames = async () => (await readdir(committed)).filter((name) => /^\d{14}_/.test(name)).sort();
const functionTexts = functionFiles.map((file) => readFileSync(file, "utf8")).join("\n");
const functionsNow = `functions_${createHash("sha256").update(functionTexts).digest("hex").slice(0, 12)}`;
let folder: string;
let database: TestDatabase;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "checkout-migrations-"));
  database = await createTestDatabase({ empty: true });
});

afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Puts a copy of a migrated database in the empty one's place. */
async function startMigrated(): Promise<void> {
  await database.drop();
  database = await createTestDatabase();
}

async function query(sql: string, url = database.databaseUrl): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function writeMigration(name: string, sql: string): Promise<void> {
  await mkdir(path.join(folder, name), { recursive: true });
  await writeFile(path.join(folder, name, "migration.sql"), sql);
}

const writeSchema = (columns: string) =>
  writeFile(
    path.join(folder, "main.prisma"),
    `datasource db {\n  provider = "postgresql"\n}\n\nmodel Note {\n  id Int @id\n  ${columns}\n}\n`,
  );

describe("schema and migrations", () => {
  it("agree", async () => {
    expect(await diffMigrationsToSchema(inject("postgresAdminUrl"))).toBe("");
  });

  it("disagree when a migration makes a plain index that the schema does not know, and never touch the named database", async () => {
    await query("CREATE TABLE precious (id int)");
    await cp(committed, folder, { recursive: true });
    await writeMigration("29990101000000_extra", 'CREATE INDEX "extra_idx" ON "transfers" ("amount_units");');
    expect(await diffMigrationsToSchema(database.databaseUrl, { migrationsDir: folder })).toContain(
      'DROP INDEX "extra_idx"',
    );
    expect(await query("SELECT to_regclass('precious')::text AS found")).toEqual([{ found: "precious" }]);
    expect(await query("SELECT datname FROM pg_database WHERE datname LIKE 'checkout_shadow_%'")).toEqual([]);
  });
});

describe("applyMigrations", () => {
  it("applies all once, with the checksums that prisma migrate deploy expects", async () => {
    const names = await committedNames();
    expect(await applyMigrations(database.databaseUrl)).toEqual([...names, functionsNow]);
    expect(await applyMigrations(database.databaseUrl)).toEqual([]);

    const scripts = [
      ...names.map((name) => readFile(path.join(committed, name, "migration.sql"), "utf8")),
      functionTexts,
    ];
    const expected = [...names, functionsNow].map(async (name, at) => ({
      migration_name: name,
      checksum: createHash("sha256")
        .update((await scripts[at]) ?? "")
        .digest("hex"),
      finished: true,
    }));
    expect(
      await query(
        "SELECT migration_name, checksum, finished_at IS NOT NULL AS finished FROM _prisma_migrations ORDER BY 1",
      ),
    ).toEqual(await Promise.all(expected));
  });

  it("applies each migration once when instances start together", async () => {
    const applied = await Promise.all([1, 2, 3, 4].map(() => applyMigrations(database.databaseUrl)));
    const names = [...(await committedNames()), functionsNow];
    expect(applied.flat().sort()).toEqual(names);
    expect(
      await query("SELECT count(*)::int AS rows FROM _prisma_migrations WHERE finished_at IS NOT NULL"),
    ).toEqual([{ rows: names.length }]);
  });

  it("starts again when the process ends during a migration", async () => {
    await query("CREATE TABLE held ()");
    await writeMigration("20200101000000_long", "CREATE TABLE half (id int); LOCK TABLE held;");
    const apply = () => applyMigrations(database.databaseUrl, { migrationsDir: folder });
    const holder = new Client({ connectionString: database.databaseUrl });
    await holder.connect();
    await holder.query("BEGIN; LOCK TABLE held");
    const killed = expect(apply()).rejects.toThrow("terminat");
    // Other tests wait in databases of their own.
    const waiting = `SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = database
      WHERE NOT granted AND datname = current_database()`;
    await expect.poll(async () => (await query(waiting)).length).toBe(1);
    await query(`SELECT pg_terminate_backend(pid) FROM (${waiting}) AS waiting`);
    await killed;
    await holder.query("ROLLBACK");
    await holder.end();
    expect(await apply()).toEqual(["20200101000000_long"]);
  });

  it("refuses a migration that an earlier release recorded as unfinished", async () => {
    await writeMigration("20200101000000_first", "SELECT 1");
    await writeMigration("20200102000000_second", "SELECT 1");
    const apply = () => applyMigrations(database.databaseUrl, { migrationsDir: folder });
    await apply();
    await query("UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name LIKE '%second'");
    await expect(apply()).rejects.toThrow("20200102000000_second failed: an earlier release recorded");
  });

  it("leaves no connection behind", async () => {
    await applyMigrations(database.databaseUrl);
    const others =
      "SELECT count(*)::int AS others FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
    await expect.poll(async () => (await query(others))[0]?.others, { timeout: 30_000 }).toBe(0);
  });

  it("keeps a function body with semicolons in one piece", async () => {
    await writeMigration(
      "20200101000000_function",
      "CREATE FUNCTION answer() RETURNS int LANGUAGE plpgsql AS $$ DECLARE a int := 40; BEGIN a := a + 2; RETURN a; END; $$;",
    );
    await applyMigrations(database.databaseUrl, { migrationsDir: folder });
    expect(await query("SELECT answer()")).toEqual([{ answer: 42 }]);
  });

  it("applies a migration wholly or not at all, with the reason, and stops there", async () => {
    await writeMigration("20200101000000_broken", "CREATE TABLE half (id int);\nSELECT 1/0;");
    await writeMigration("20200102000000_later", "CREATE TABLE later (id int);");
    const apply = () => applyMigrations(database.databaseUrl, { migrationsDir: folder });
    await expect(apply()).rejects.toThrow("division by zero");
    await expect(apply()).rejects.toThrow("20200101000000_broken");
    expect(await query("SELECT to_regclass('half') AS half, to_regclass('later') AS later")).toEqual([
      { half: null, later: null },
    ]);
    await writeMigration("20200101000000_broken", "CREATE TABLE half (id int)");
    expect(await apply()).toEqual(["20200101000000_broken", "20200102000000_later"]);
  });
});

describe("a database of version 0.1.0", () => {
  const last = "20261128164000_money_after_refunds";
  const leaveRecords = async (...names: string[]) => {
    await startMigrated();
    await query("DELETE FROM _prisma_migrations");
    for (const name of names)
      await query(`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
        VALUES ('${name}', '', '${name}', now())`);
  };

  it("is marked as being at the baseline, gets the present functions, and loses nothing", async () => {
    await leaveRecords("20261120212928_initial", last);
    await query(
      "INSERT INTO projects (id, name, settlement_wallet) VALUES ('p', 'Coffee', '0x' || repeat('d', 40))",
    );
    await query("CREATE OR REPLACE FUNCTION new_ulid() RETURNS text LANGUAGE sql AS 'SELECT NULL'");
    expect(await applyMigrations(database.databaseUrl)).toEqual([...(await committedNames()), functionsNow]);
    expect(await query("SELECT name, length(new_ulid()) AS length FROM projects")).toEqual([
      { name: "Coffee", length: 26 },
    ]);
    const none = { pending: [], failed: [], unknown: [] };
    expect(await readMigrationState(database.databaseUrl)).toMatchObject(none);
  });

  it("that is older starts that version first", async () => {
    await leaveRecords("20261120212928_initial");
    await expect(applyMigrations(database.databaseUrl)).rejects.toThrow(
      "this database is of an older version. Start version 0.1.0 first, then this one.",
    );
  });
});

it("puts functions in place again whenever their text is another", async () => {
  await startMigrated();
  await query(
    "UPDATE _prisma_migrations SET migration_name = 'functions_former' WHERE migration_name LIKE 'functions%'",
  );
  expect(await readMigrationState(database.databaseUrl)).toMatchObject({
    pending: [functionsNow],
    unknown: [],
  });
  expect(await applyMigrations(database.databaseUrl)).toEqual([functionsNow]);
  const rows = await query(
    "SELECT migration_name AS name FROM _prisma_migrations WHERE migration_name LIKE 'functions%'",
  );
  expect(rows).toEqual([{ name: functionsNow }]);
});

it("knows every file with functions", async () => {
  const files = await readdir("lib", { recursive: true });
  const found = files
    .filter((name) => name.endsWith(".sql"))
    .map((name) => `lib/${name.replaceAll("\\", "/")}`);
  expect(found.sort()).toEqual([...functionFiles].sort());
});

describe("createMigration", () => {
  it("writes the step to the schema, after which there is none", async () => {
    const options = { serverUrl: database.databaseUrl, schemaDir: folder, migrationsDir: folder };
    await writeSchema("text String");
    const file = await createMigration({ ...options, name: "add_notes" });
    expect(path.relative(folder, file ?? "")).toMatch(/^\d{14}_add_notes\/migration\.sql$/);
    expect(await readFile(file ?? "", "utf8")).toContain('CREATE TABLE "Note"');
    expect(await createMigration({ ...options, name: "again" })).toBeNull();
  });

  it("refuses a name that is no folder name", async () => {
    await expect(createMigration({ serverUrl: database.databaseUrl, name: "../evil" })).rejects.toThrow(
      "../evil",
    );
  });
});

describe("the rules that only the migrations hold", () => {
  const checkoutId = `chk_${"0".repeat(26)}`;
  const hash = (digit: string) => `0x${digit.repeat(64)}`;
  const address = (digit: string) => `0x${digit.repeat(40)}`;
  const entryColumns =
    "kind, source_id, checkout_id, chain_id, token_address, from_account, to_account, amount_units";
  const insertTransfer = (id: string, block: string, amount = "1") =>
    query(`WITH log AS (
        INSERT INTO transfers (id, checkout_id, chain_id, block_number, block_hash, block_timestamp, tx_hash,
          log_index, token_address, from_address, amount_units)
        VALUES ('${id}', '${checkoutId}', 31337, 1, '${hash(block)}', now(), '${hash("a")}', 0, '${address("b")}',
          '${address("c")}', ${amount})
        RETURNING *
      )
      INSERT INTO ledger_entries (${entryColumns})
      SELECT 'RECEIVED', id, checkout_id, chain_id, token_address, 'CUSTOMER', 'DEPOSIT', amount_units FROM log`);
  const orphan = (id: string) =>
    query(`WITH log AS (UPDATE transfers SET orphaned = true WHERE id = '${id}' RETURNING *)
      INSERT INTO ledger_entries (${entryColumns})
      SELECT 'RECEIVED_REVERSED', id, checkout_id, chain_id, token_address, 'DEPOSIT', 'CUSTOMER', amount_units FROM log`);

  let lent: LentDatabase;
  const query = async (sql: string) => (await lent.database.pool.query(sql)).rows;
  beforeEach(async () => {
    lent = await lendTestDatabase({ tidy: "each test has the rows that it names" });
    await query(
      `INSERT INTO projects (id, name, settlement_wallet) VALUES ('p', 'Coffee', '${address("d")}')`,
    );
    await query(`INSERT INTO checkouts (id, project_id, created_via, expires_at, watch_until, deposit_address,
      merchant_address, refund_authority, open_sweep, fiat_amount, fiat_currency) VALUES ('${checkoutId}', 'p',
      'SERVER_KEY', now(), now(), '${address("e")}', '${address("d")}', '${address("d")}', false, '5.00', 'USD')`);
  });
  afterEach(() => lent.giveBack());

  it("count a log once, and again only after the first was orphaned", async () => {
    await insertTransfer("t1", "1");
    await expect(insertTransfer("t2", "2")).rejects.toThrow("transfers_canonical_key");
    await orphan("t1");
    await insertTransfer("t2", "2");
    expect(await query("SELECT id FROM transfers WHERE NOT orphaned")).toEqual([{ id: "t2" }]);
  });

  it("take amounts up to 2^256 − 1 exactly, and none beyond", async () => {
    const largest = (2n ** 256n - 1n).toString();
    await insertTransfer("t1", "1", largest);
    expect(await query("SELECT amount_units::text AS units FROM transfers")).toEqual([{ units: largest }]);
    await orphan("t1");
    await expect(insertTransfer("t2", "2", (2n ** 256n).toString())).rejects.toThrow("transfers_amount");
  });

  it("let the ledger be written and never changed", async () => {
    await insertTransfer("t1", "1", "5");
    await expect(query("UPDATE ledger_entries SET amount_units = 6")).rejects.toThrow("append-only");
    await expect(query("DELETE FROM ledger_entries")).rejects.toThrow("append-only");
  });
});
