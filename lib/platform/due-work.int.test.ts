import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { createDatabase, type Database, transact, transactByPrisma } from "./database";
import { type DueWork, noteDue, onDueWork } from "./due-work";

const settle = { work: "settle", chainId: 31337 } as const;
const marked = "SELECT count(*)::int AS rows FROM projects";
const mark = (id: number) =>
  `INSERT INTO projects (id, name, settlement_wallet) VALUES ('p${id}', 'Coffee', '0x' || repeat('d', 40))`;
let made: TestDatabase;
let database: Database;
let ids = 0;
/** What was woken, with the rows that another connection saw at that moment. */
let woken: Promise<{ due: DueWork; rows: number }>[];

beforeAll(async () => {
  made = await createTestDatabase();
  database = createDatabase(made.databaseUrl, { maxConnections: 3 });
});

beforeEach(() => {
  woken = [];
  onDueWork((due) => {
    woken.push(database.pool.query(marked).then(({ rows: [row] }) => ({ due, rows: row.rows })));
  });
});

afterAll(async () => {
  onDueWork(() => undefined);
  await database.close();
  await made.drop();
});

type Write = (note: (connection: object) => void, fails?: boolean) => Promise<unknown>;

describe.each<[string, Write]>([
  [
    "a transaction",
    (note, fails = false) =>
      transact(database.pool, async (connection) => {
        await connection.query(mark(ids++));
        note(connection);
        if (fails) await connection.query("SELECT 1 / 0");
      }),
  ],
  [
    "a transaction by Prisma",
    (note, fails = false) =>
      transactByPrisma(database, async (tx) => {
        await tx.$executeRawUnsafe(mark(ids++));
        note(tx);
        if (fails) await tx.$executeRawUnsafe("SELECT 1 / 0");
      }),
  ],
])("what %s makes due", (_, write) => {
  it("is woken once its commit shows, each work once", async () => {
    await write((connection) => {
      for (const due of ["deliver", settle, "deliver", { ...settle }] as const) noteDue(connection, due);
      expect(woken).toEqual([]);
    });
    expect(await Promise.all(woken)).toEqual(["deliver", settle].map((due) => ({ due, rows: ids })));
  });

  it("is forgotten when it rolls back", async () => {
    const rows = ids;
    const failed = write((connection) => noteDue(connection, "deliver"), true);
    await expect(failed).rejects.toThrow("division by zero");
    ids = rows;
    expect(woken).toEqual([]);
  });
});

it("is woken at once where no transaction is open", async () => {
  noteDue(database.pool, settle);
  expect(woken).toHaveLength(1);
  await Promise.all(woken);
});
