import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { privateKeyToAddress } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPaymentStores } from "@/lib/api/wiring/stores";
import { reconcile } from "@/lib/books/reconcile";
import { createReconcileStore } from "@/lib/books/reconcile.store";
import { createBalanceStore } from "@/lib/checkouts/balances/balance.store";
import { confirmPayments } from "@/lib/payments/confirm-payments";
import { expireCheckouts } from "@/lib/payments/expire-checkouts";
import { scanChainOnce } from "@/lib/payments/scan/scan-chain-once";
import { createScanMemory } from "@/lib/payments/scan/scan-memory";
import { type Connections, createDatabase, type Database } from "@/lib/platform/database";
import { createIncidentStore } from "@/lib/platform/incidents/incident.store";
import { settleCheckouts } from "@/lib/settlement/settle-checkouts";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { operatorKey } from "@/lib/testing/network";
import { fileWorld, testNetwork } from "@/lib/testing/world";
import { readMigrationState } from "@/prisma/migrate";
import { restoreBackup, UnreadableBackup, writeBackup } from "./backup.store";

const price = 4_500_000n;
let folder: string;
let migrations: string[];

const network = await testNetwork();
const world = await fileWorld([network], { scanned: true, tidy: "the copy has every row" });
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "backup-"));
  ({ applied: migrations } = await readMigrationState(world.stores.databaseUrl));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const backUp = (name: string) => writeBackup(world.stores.databaseUrl, path.join(folder, name), migrations);

async function paid(): Promise<string> {
  const checkout = await world.create();
  await network.pay(checkout.depositAddress, price);
  await network.chain.mine(1);
  await world.watch();
  return checkout.id;
}

/** A migrated database without rows, for as long as `use` takes. */
async function withEmpty<T>(use: (target: TestDatabase) => Promise<T>): Promise<T> {
  const target = await createTestDatabase();
  try {
    return await use(target);
  } finally {
    await target.drop();
  }
}

/** Every row of every table that is kept, as text. */
async function contents(database: Connections): Promise<Record<string, string[]>> {
  const { rows: tables } = await database.pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
       AND relpersistence = 'p' AND relname <> '_prisma_migrations' ORDER BY 1`,
  );
  const all: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await database.pool.query(
      `SELECT row_to_json(t)::text AS row FROM "${name}" AS t ORDER BY 1`,
    );
    all[name] = rows.map(({ row }) => row);
  }
  return all;
}

async function opened<T>(databaseUrl: string, use: (database: Database) => Promise<T>): Promise<T> {
  const database = createDatabase(databaseUrl, { maxConnections: 4 });
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

test("restores an idle database row by row, with its sequences", async () => {
  await paid();
  const odd = 'tab\tback\\slash\u2028 line\nquote" ☕';
  await world.create({
    amount: price,
    chainId: 31337,
    tokenAddress: network.usdc,
    itemName: "☕",
    metadata: { odd },
  } as never);
  const counts = await backUp("resting.gz");
  expect(counts.find(({ name }) => name === "checkouts")?.rows).toBe(2);
  expect((await stat(path.join(folder, "resting.gz"))).mode & 0o777).toBe(0o600);

  await withEmpty(async ({ databaseUrl }) => {
    const restored = await restoreBackup(databaseUrl, path.join(folder, "resting.gz"), migrations);
    expect(restored.counts).toEqual(counts);
    await opened(databaseUrl, async (copy) => {
      expect(await contents(copy)).toEqual(await contents(world.stores.database));
      const highest = (await copy.pool.query("SELECT max(id) AS id FROM checkout_events")).rows[0]
        .id as bigint;
      const next = (
        await copy.pool.query("SELECT nextval(pg_get_serial_sequence('checkout_events', 'id')) AS id")
      ).rows[0].id;
      expect(next > highest).toBe(true);
      const triggers = "SELECT tgenabled AS state, count(*) FROM pg_trigger GROUP BY 1";
      expect((await copy.pool.query(triggers)).rows).toMatchObject([{ state: "O" }]);
    });
  });
});

test("keeps every reference of a backup under traffic, and everything reconciles after a rescan", async () => {
  let done = false;
  await paid();
  // One payer pays one after another: two payments at once would take the same nonce.
  const traffic = (async () => {
    for (let number = 0; number < 6 || !done; number++) await paid();
  })();
  const counts = await backUp("busy.gz");
  const kept = counts.find(({ name }) => name === "checkouts")?.rows ?? 0;
  done = true;
  await traffic;
  const inAll = await world.stores.database.prisma.checkout.count();
  expect(kept).toBeLessThan(inAll);

  await withEmpty(async ({ databaseUrl }) => {
    await restoreBackup(databaseUrl, path.join(folder, "busy.gz"), migrations);
    await opened(databaseUrl, async (database) => {
      const deps = {
        ...world.deps,
        ...createPaymentStores(database),
        balances: createBalanceStore(database),
        incidents: createIncidentStore(database, world.deps.log),
        books: createReconcileStore(database),
        memory: createScanMemory(),
      };
      for (let more = true; more; ) more = (await scanChainOnce(deps, 31337)).more;
      await confirmPayments(deps, 31337);
      const report = await reconcile(deps, {});
      expect(report.findings).toEqual([]);
      // Paid just before or after the moment of the backup: found on the chain.
      expect(await database.prisma.checkout.count({ where: { status: "PAID" } })).toBe(kept - 1);
    });
  });
});

describe("nothing is restored", () => {
  const broken = async (change: (text: string) => Buffer): Promise<string> => {
    const file = path.join(folder, `${crypto.randomUUID()}.gz`);
    await writeFile(
      file,
      change(gunzipSync(await readFile(path.join(folder, "resting.gz"))).toString("utf8")),
    );
    return file;
  };
  const restoreInto = ({ databaseUrl }: TestDatabase, file: string, own = migrations) =>
    restoreBackup(databaseUrl, file, own);

  test.each([
    ["is none", () => gzipSync("hello\n"), /not a backup/],
    ["is no gzip file", () => Buffer.from("hello"), /damaged/],
    [
      "lacks its last line",
      (text: string) => gzipSync(text.replace(/[^\n]*\n$/, "")),
      /last part is missing/,
    ],
    [
      "ends within a table",
      (text: string) => gzipSync(text.slice(0, text.indexOf("\n\\.\n") + 1)),
      /ends early/,
    ],
    ["was cut off", (text: string) => gzipSync(text).subarray(0, -20), /damaged|ends early/],
  ])("from a file that %s", async (_, change, says) => {
    const file = await broken(change);
    await withEmpty(async (target) => {
      await expect(restoreInto(target, file)).rejects.toThrow(UnreadableBackup);
      await expect(restoreInto(target, file)).rejects.toThrow(says);
      await opened(target.databaseUrl, async (database) => {
        expect(Object.values(await contents(database)).flat()).toEqual([]);
      });
    });
  });

  test("into a database that has rows, or from another release", async () => {
    const file = path.join(folder, "resting.gz");
    await withEmpty(async (target) => {
      await expect(restoreInto(target, file, [...migrations, "2099_newer"])).rejects.toThrow(
        /another release/,
      );
      await restoreInto(target, file);
      await expect(restoreInto(target, file)).rejects.toThrow(/not empty/);
    });
  });
});

test("keeps an existing file, and leaves none after a failed backup", async () => {
  for (const name of ["taken.gz.part", "there.gz"]) {
    await writeFile(path.join(folder, name), "another's");
    await expect(backUp(name.replace(".part", ""))).rejects.toThrow(/EEXIST/);
    expect(await readFile(path.join(folder, name), "utf8")).toBe("another's");
  }
  await expect(stat(path.join(folder, "there.gz.part"))).rejects.toThrow(/ENOENT/);
  await expect(
    writeBackup("postgresql://127.0.0.1:1/none", path.join(folder, "failed.gz"), migrations),
  ).rejects.toThrow();
  await expect(stat(path.join(folder, "failed.gz.part"))).rejects.toThrow(/ENOENT/);
});

test("restores a lost hour's payment and settlement from the chain, and sends nothing twice", async () => {
  const [checkout, lateComer] = [await world.create(), await world.create()];
  await backUp("hour.gz");
  await network.pay(checkout.depositAddress, price);
  const settle = async () => {
    for (let round = 0; round < 5; round++) {
      await settleCheckouts(world.deps, 31337);
      await network.chain.mine(2);
      await world.watch();
      world.clockAheadMs += 20_000;
    }
  };
  await world.watch();
  await settle();
  expect(await world.status(checkout)).toBe("SETTLED");
  await network.pay(lateComer.depositAddress, price);
  await world.pass(3_600);
  const sent = () => network.chain.client.getTransactionCount({ address: privateKeyToAddress(operatorKey) });
  const sentBefore = await sent();

  const { pool } = world.stores.database;
  const { rows } = await pool.query<{ all: string }>(
    `SELECT string_agg(quote_ident(tablename), ', ') AS all FROM pg_tables
     WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'`,
  );
  // Without the triggers that keep the ledger append-only.
  await pool.query(
    `SET session_replication_role = replica; TRUNCATE ${rows[0]?.all} CASCADE; RESET session_replication_role`,
  );
  await restoreBackup(world.stores.databaseUrl, path.join(folder, "hour.gz"), migrations);
  world.deps.memory = createScanMemory();
  expect(await world.status(checkout)).toBe("PENDING");

  // Their half hour is long over by the clock; the chain is read before anything expires.
  await expireCheckouts(world.deps);
  await world.watch();
  await expireCheckouts(world.deps);
  expect(await world.status(checkout)).toBe("SETTLED");
  expect(await world.status(lateComer)).toBe("PAID");
  expect(await sent()).toBe(sentBefore);
  await settle();
  expect(await world.status(lateComer)).toBe("SETTLED");
  expect(await sent()).toBe(sentBefore + 1);
  const books = { ...world.deps, books: world.stores.books };
  expect((await reconcile(books, { all: true, logs: true })).findings).toEqual([]);
});
