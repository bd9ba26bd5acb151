import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { createDatabase, type Database, run, transact } from "@/lib/platform/database";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { startTransactionPooler, type TransactionPooler } from "@/lib/testing/transaction-pooler";
import { applyMigrations } from "@/prisma/migrate";

let own: TestDatabase;
let pooler: TransactionPooler;

beforeAll(async () => {
  own = await createTestDatabase({ empty: true });
  pooler = await startTransactionPooler(own.databaseUrl);
});
afterAll(async () => {
  await pooler?.stop();
  await own?.drop();
});

async function withPool<T>(work: (database: Database) => Promise<T>, onUnnamed?: () => void): Promise<T> {
  const database = createDatabase(pooler.databaseUrl, {
    maxConnections: 6,
    ...(onUnnamed === undefined ? {} : { onUnnamed }),
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const many = (count: number, work: (index: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

describe("behind a transaction pooler", () => {
  it("migrates at the first start, at two concurrent ones, and once only", async () => {
    const applied = await Promise.all([1, 2].map(() => applyMigrations(pooler.databaseUrl)));
    const all = applied.flat().sort();
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(1);
    expect(await applyMigrations(pooler.databaseUrl)).toEqual([]);
  });

  it("leaves no lock and no lock_timeout on the pooler's connections", async () => {
    await applyMigrations(pooler.databaseUrl);
    await withPool(async ({ pool }) => {
      await many(12, async () => {
        const { rows } = await pool.query(
          `SELECT current_setting('lock_timeout') AS lock_timeout, count(*) AS locks FROM pg_locks
           WHERE locktype = 'advisory'
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        );
        expect(rows).toEqual([{ lock_timeout: "0", locks: 0n }]);
      });
    });
  });

  it("runs named statements of several processes, inside transactions and outside", async () => {
    const unnamed = vi.fn();
    await Promise.all(
      ["first", "second"].map((release) =>
        withPool(async (database) => {
          await many(30, async (index) => {
            // Two releases may give one name to different texts.
            const statement = {
              name: `s${index % 5}`,
              text: `SELECT '${release} ${index % 5}' || $1 AS said`,
            };
            const expected = [{ said: `${release} ${index % 5}!` }];
            expect(await run(database.pool, statement, ["!"])).toEqual(expected);
            await transact(database.pool, async (tx) => {
              expect(await run(tx, statement, ["!"])).toEqual(expected);
              expect(await run(tx, { name: "other", text: "SELECT 1 AS one" })).toEqual([{ one: 1 }]);
            });
            await database.prisma.project.count();
          });
          expect(database.route.pooled).toBe(true);
        }, unnamed),
      ),
    );
    // A pooler that gives statements names of its own keeps them apart.
    expect([0, 2]).toContain(unnamed.mock.calls.length);
  });

  it("never runs another process's statement of the same name", async () => {
    const other = new Client({ connectionString: pooler.databaseUrl });
    await other.connect();
    // On each of the pooler's server connections, unless it keeps names apart.
    const taken = { name: "taken", text: "SELECT 'theirs' || $1 AS said", values: ["!"] };
    for (let turn = 0; turn < 3; turn++) await other.query(taken).catch(() => undefined);
    await withPool(async ({ pool }) => {
      const ours = { name: "taken", text: "SELECT 'ours' || $1 AS said" };
      await many(6, async () => expect(await run(pool, ours, ["!"])).toEqual([{ said: "ours!" }]));
    });
    await other.end();
  });

  it("limits each transaction's time, on any server connection", async () => {
    await withPool(async ({ pool }) => {
      await many(12, () =>
        transact(pool, async (tx) => {
          const { rows } = await tx.query(
            "SELECT current_setting('statement_timeout') AS statement, current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('transaction_isolation') AS isolation",
          );
          expect(rows).toEqual([{ statement: "1min", idle: "1min", isolation: "read committed" }]);
        }),
      );
    });
  });
});

describe("a refused name", () => {
  /** A pool whose connection has lost its statements, as behind a pooler that hides itself. */
  async function withLostStatement(work: (database: Database) => Promise<void>): Promise<void> {
    const database = createDatabase(own.databaseUrl, { maxConnections: 1 });
    try {
      await run(database.pool, named);
      expect(database.route).toMatchObject({ pooled: false, named: true });
      await database.pool.query("DEALLOCATE ALL");
      await work(database);
      expect(database.route.named).toBe(false);
      expect((await database.pool.query("SELECT name FROM pg_prepared_statements")).rows).toEqual([]);
    } finally {
      await database.close();
    }
  }
  const named = { name: "one", text: "SELECT 1 AS one" };

  it("runs the statement without its name", () =>
    withLostStatement(async ({ pool }) => {
      expect(await run(pool, named)).toEqual([{ one: 1 }]);
    }));

  it("rolls a whole transaction back and runs it again without names", () =>
    withLostStatement(async ({ pool }) => {
      await pool.query("CREATE TABLE IF NOT EXISTS paid (units int)");
      await transact(pool, async (tx) => {
        await tx.query("INSERT INTO paid VALUES (5)");
        expect(await run(tx, named)).toEqual([{ one: 1 }]);
      });
      expect((await pool.query("SELECT units FROM paid")).rows).toEqual([{ units: 5 }]);
    }));
});

describe("directly", () => {
  it("names statements", async () => {
    const database = createDatabase(inject("postgresAdminUrl"), { maxConnections: 1 });
    await run(database.pool, { name: "kept", text: "SELECT 1" });
    const kept = await database.pool.query("SELECT name FROM pg_prepared_statements");
    expect(kept.rows).toEqual([{ name: "kept" }]);
    expect(database.route).toMatchObject({ pooled: false, named: true });
    await database.close();
  });
});
