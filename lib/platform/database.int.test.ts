import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noon } from "@/lib/testing/builders";
import { openTestStores, type TestStores } from "@/lib/testing/stores";
import { createDatabase, createDatabaseHealth, run, transact } from "./database";

let stores: TestStores;

beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores.close());

describe("values", () => {
  test("int8 and numeric are bigint, never a float", async () => {
    const { rows } = await stores.database.pool.query(
      "SELECT 9007199254740993::int8 AS a, 9007199254740993::numeric AS b, sum(x) AS c, count(*) AS d, NULL::numeric AS e FROM generate_series(1, 3) AS x",
    );
    expect(rows).toEqual([{ a: 9007199254740993n, b: 9007199254740993n, c: 6n, d: 3n, e: null }]);
  });

  test("both clients read the same moment where the server's own time zone is another", async () => {
    const url = new URL(stores.databaseUrl);
    await stores.database.pool.query(
      `ALTER DATABASE "${url.pathname.slice(1)}" SET timezone TO 'Asia/Kathmandu'`,
    );
    const database = createDatabase(stores.databaseUrl, { maxConnections: 2 });
    try {
      const { rows } = await database.pool.query("SELECT $1::timestamptz AS at", [noon]);
      expect(rows).toEqual([{ at: noon }]);
      const raw = await database.prisma.$queryRaw`SELECT '2026-01-01T12:00:00Z'::timestamptz AS at`;
      expect(raw).toEqual([{ at: noon }]);
    } finally {
      await database.close();
    }
  });
});

describe("a failure", () => {
  test("of a statement inside a transaction leaves its connection usable", async () => {
    const one = createDatabase(stores.databaseUrl, { maxConnections: 1 });
    try {
      for (let round = 0; round < 3; round++) {
        await expect(transact(one.pool, (tx) => tx.query("SELECT 1 / 0"))).rejects.toThrow(
          "division by zero",
        );
        expect(await run(one.pool, { name: "one", text: "SELECT 1 AS x" })).toEqual([{ x: 1 }]);
      }
    } finally {
      await one.close();
    }
  });

  test("of the connection, idle or inside a transaction, costs that work alone", async () => {
    const database = createDatabase(stores.databaseUrl, { maxConnections: 2 });
    let ended: Promise<void> = Promise.resolve();
    database.pool.on("connect", (client) => {
      ended = new Promise((resolve) => client.once("end", resolve));
    });
    /** Ends the server process of the newest connection, and waits until this side has heard of it. */
    const kill = async (pid: number) => {
      await stores.database.pool.query("SELECT pg_terminate_backend($1, 30000)", [pid]);
      await ended;
    };
    const myPid = { name: "my_pid", text: "SELECT pg_backend_pid() AS pid" };
    try {
      await expect(
        transact(database.pool, async (tx) => {
          const [row] = await run<{ pid: number }>(tx, myPid);
          await kill(row?.pid ?? 0);
          await run(tx, { name: "one", text: "SELECT 1 AS x" });
        }),
      ).rejects.toThrow(/not queryable/);
      const [idle] = await run<{ pid: number }>(database.pool, myPid);
      await kill(idle?.pid ?? 0);
      await expect.poll(() => database.pool.totalCount, { timeout: 20_000 }).toBe(0);
      expect(await run(database.pool, { name: "one", text: "SELECT 1 AS x" })).toEqual([{ x: 1 }]);
      expect(await database.prisma.project.count()).toBe(0);
    } finally {
      await database.close();
    }
  });
});

describe("ping", () => {
  test("answers while the database does", async () => {
    await expect(createDatabaseHealth(stores.database).ping()).resolves.toBeUndefined();
  });

  test("throws when there is no database, and when all connections are held too long", async () => {
    const nowhere = createDatabase("postgresql://nobody@127.0.0.1:1/none", { maxConnections: 1 });
    await expect(createDatabaseHealth(nowhere).ping()).rejects.toThrow(/ECONNREFUSED/);
    await nowhere.close();
    const busy = createDatabase(stores.databaseUrl, { maxConnections: 1 });
    const held = await busy.pool.connect();
    await expect(createDatabaseHealth(busy).ping()).rejects.toThrow(/took more than 2000 ms/);
    held.release();
    await busy.close();
  });
});
