import { beforeAll, describe, expect, test, vi } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { maxTokenUnits } from "@/lib/platform/values/money.rules";
import { buildTransfer, noon, uniqueHex } from "@/lib/testing/builders";
import { fileWorld } from "@/lib/testing/world";
import {
  createDatabase,
  createDatabaseHealth,
  type Database,
  run,
  transact,
  transactByPrisma,
} from "./database";
import { databaseFault } from "./postgres/faults.rules";

const { stores } = await fileWorld();

/** On the same database, with connections of its own. */
async function withConnections(maxConnections: number, work: (database: Database) => Promise<void>) {
  const database = createDatabase(stores.databaseUrl, { maxConnections });
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

describe("values", () => {
  test("int8 and numeric are bigint, never a float", async () => {
    const { rows } = await stores.database.pool.query(
      "SELECT 9007199254740993::int8 AS a, 9007199254740993::numeric AS b, sum(x) AS c, count(*) AS d, NULL::numeric AS e FROM generate_series(1, 3) AS x",
    );
    expect(rows).toEqual([{ a: 9007199254740993n, b: 9007199254740993n, c: 6n, d: 3n, e: null }]);
  });

  test("both clients read the same time when the server has another time zone", async () => {
    const url = new URL(stores.databaseUrl);
    await stores.database.pool.query(
      `ALTER DATABASE "${url.pathname.slice(1)}" SET timezone TO 'Asia/Kathmandu'`,
    );
    await withConnections(2, async (database) => {
      const { rows } = await database.pool.query("SELECT $1::timestamptz AS at", [noon]);
      expect(rows).toEqual([{ at: noon }]);
      const raw = await database.prisma.$queryRaw`SELECT '2026-01-01T12:00:00Z'::timestamptz AS at`;
      expect(raw).toEqual([{ at: noon }]);
    });
  });
});

describe("a failure", () => {
  test("of a statement in a transaction leaves the connection usable", async () => {
    await withConnections(1, async ({ pool }) => {
      for (let round = 0; round < 3; round++) {
        await expect(transact(pool, (tx) => tx.query("SELECT 1 / 0"))).rejects.toThrow("division by zero");
        expect(await run(pool, { name: "one", text: "SELECT 1 AS x" })).toEqual([{ x: 1 }]);
      }
    });
  });

  test("to get a connection in time is the database's fault, also where a transaction of Prisma begins", async () => {
    await withConnections(1, async ({ pool, prisma }) => {
      await prisma.project.count();
      const held = await pool.connect();
      const fault = await prisma.$transaction(async () => null, { maxWait: 1 }).catch(databaseFault);
      held.release();
      expect(fault?.says).toBe("All connections of this process are in use.");
      expect(await transactByPrisma({ prisma }, (tx) => tx.checkout.count())).toBe(0);
    });
  });

  test("of the connection, idle or in a transaction, fails only that work", async () => {
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
      expect(await database.prisma.checkout.count()).toBe(0);
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

  const full = "DO $$ BEGIN RAISE 'could not extend file' USING ERRCODE = 'disk_full'; END $$";
  const writes: Record<string, (database: Database) => Promise<unknown>> = {
    "a statement": ({ pool }) => run(pool, { name: "full", text: full }),
    "a transaction": ({ pool }) => transact(pool, (tx) => run(tx, { name: "full", text: full })),
    "a statement by Prisma": ({ prisma }) => prisma.$executeRawUnsafe(full),
    "a transaction by Prisma": (database) => transactByPrisma(database, (tx) => tx.$executeRawUnsafe(full)),
  };

  test.each(Object.entries(writes))(
    "throws for ten seconds after %s found the disk full, although reads succeed",
    async (_, write) => {
      const database = createDatabase(stores.databaseUrl, { maxConnections: 1 });
      await expect(write(database)).rejects.toThrow(/extend/);
      const health = createDatabaseHealth(database);
      await expect(health.ping()).rejects.toThrow("the database's disk is full");
      const now = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 10_000);
      await expect(health.ping()).resolves.toBeUndefined();
      now.mockRestore();
      await database.close();
    },
  );
});

describe("constraints", () => {
  let checkout: Checkout;

  beforeAll(async () => {
    checkout = await stores.createCheckout({ projectId: await stores.createProject() });
    await stores.payments.transaction((tx) => tx.insertTransfers([buildTransfer(checkout)]));
  });

  const query = (text: string, values: unknown[] = []) => stores.database.pool.query(text, values);

  const update = (change: string, value: unknown) =>
    query(`UPDATE checkouts SET ${change} WHERE id = $1`, [checkout.id, value]);

  const insertQuote = (amount: string) =>
    query(
      `INSERT INTO quotes (checkout_id, ordinal, chain_id, token_address, amount_units)
     VALUES ($1, 99, 31337, $2, $3::numeric)`,
      [checkout.id, checkout.tokenAddress, amount],
    );

  describe("amounts", () => {
    test.each(["NaN", "-1", "0", "-0.4", "0.4", (maxTokenUnits + 1n).toString(), "1e78", "Infinity"])(
      "refuses an amount of %s",
      async (amount) => {
        await expect(insertQuote(amount)).rejects.toThrow(/amount_range|overflow|infinite/);
      },
    );

    test("takes 2^256 − 1 and gives it back exactly, through both clients", async () => {
      await insertQuote(maxTokenUnits.toString());
      const { rows } = await query("SELECT amount_units FROM quotes WHERE ordinal = 99 AND own(checkout_id)");
      expect(rows).toEqual([{ amount_units: maxTokenUnits }]);
      const plain = await stores.database.prisma.quote.findFirstOrThrow({ where: { ordinal: 99 } });
      expect(plain.amountUnits.toFixed(0)).toBe(maxTokenUnits.toString());
    });

    test.each(["NaN", "-1", "1.5", "Infinity"])("refuses a sum of %s", async (sum) => {
      for (const column of ["total_paid_units", "paid_units", "refunded_units", "refunding_units"])
        await expect(update(`${column} = $2::numeric, settlement_frozen = true`, sum)).rejects.toThrow(
          /checkouts_sums_whole/,
        );
    });

    test("takes a sum above 2^256", async () => {
      const sum = maxTokenUnits * 1_000n;
      await update("total_paid_units = $2", sum);
      const found = await stores.checkouts.find(checkout.projectId, checkout.id);
      expect(found?.checkout.totalPaidUnits).toBe(sum);
      await update("total_paid_units = $2", 0n);
    });

    test("refuses refunds above the received amount", async () => {
      await expect(update("refunding_units = $2", 1n)).rejects.toThrow(/checkouts_refunds_within_received/);
    });
  });

  describe("shapes", () => {
    test.each([
      ["an address in mixed case", "deposit_address", uniqueHex(20).replace(/.$/, "A")],
      ["a short address", "merchant_address", "0x12"],
      ["a token without chain", "chain_id", null],
      ["a fiat amount without currency", "fiat_currency", null],
    ])("refuses %s", async (_, column, value) => {
      await expect(update(`${column} = $2`, value)).rejects.toThrow(/violates check constraint/);
    });

    test("refuses a payment without its transaction", async () => {
      await expect(update("status = $2", "PAID")).rejects.toThrow(/checkouts_paid_in_a_token/);
    });
  });

  describe("append-only", () => {
    test.each([
      ["checkout_events", "UPDATE checkout_events SET kind = 'x'"],
      ["audit_log", "DELETE FROM audit_log"],
    ])("%s refuses: %s", async (table, statement) => {
      await expect(query(statement)).rejects.toThrow(`${table} is append-only`);
    });
  });

  describe("new_ulid", () => {
    test("makes lower-case ULIDs that never repeat", async () => {
      const { rows } = await query("SELECT new_ulid() AS ulid FROM generate_series(1, 5000)");
      const ulids = rows.map(({ ulid }) => String(ulid));
      expect(new Set(ulids).size).toBe(5000);
      expect(new Set(ulids.map((ulid) => ulid.slice(10))).size).toBe(5000);
      for (const ulid of ulids) expect(ulid).toMatch(/^[0-7][0-9a-hjkmnp-tv-z]{25}$/);
      // Each of the 16 random places takes each of the 32 letters: none of them is fixed.
      for (let place = 10; place < 26; place++) {
        expect(new Set(ulids.map((ulid) => ulid[place])).size).toBe(32);
      }
    });

    test("reads the clock once, so that each id has one time", async () => {
      const ms = Date.UTC(2026, 10, 27);
      await transact(stores.database.pool, async (client) => {
        // A clock that goes on by a millisecond whenever it is read.
        await client.query(`
          CREATE SCHEMA hurried; CREATE SEQUENCE hurried.reads MINVALUE 0;
          CREATE FUNCTION hurried.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
            $$ SELECT to_timestamp(${ms / 1_000}) + nextval('hurried.reads') * interval '1 millisecond' $$;
          SET LOCAL search_path = hurried, public, pg_catalog`);
        const { rows } = await client.query("SELECT new_ulid() AS ulid FROM generate_series(1, 3)");
        expect(rows.map(({ ulid }) => timeOf(String(ulid)))).toEqual([ms, ms + 1, ms + 2]);
      });
    });
  });

  function timeOf(ulid: string): number {
    const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
    return [...ulid.slice(0, 10)].reduce((ms, letter) => ms * 32 + alphabet.indexOf(letter), 0);
  }
});
