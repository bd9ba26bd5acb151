import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { createDatabase } from "@/lib/platform/database";
import { limitsOfClient } from "@/lib/platform/limits/client-limits.rules";
import { buildTransfer, later, newId, noon } from "@/lib/testing/builders";
import { fileWorld } from "@/lib/testing/world";
import { createLimitedReads, type LimitedReads } from "./limited-reads.store";
import { createRateLimiter } from "./rate-limiter.store";

const { stores } = await fileWorld();
let reads: LimitedReads;
let now: Date;
let checkout: Checkout;

beforeAll(async () => {
  checkout = await stores.createCheckout({ projectId: await stores.createProject() });
});

beforeEach(async () => {
  now = noon;
  reads = createLimitedReads(stores.database, { now: () => now });
  await stores.database.pool.query("TRUNCATE rate_limits");
});

const limit = (bucket: string, most: number) => ({ bucket, most });

const read = (checkoutId: string, ...limits: ReturnType<typeof limit>[]) =>
  reads.readCheckout({ limits, checkoutId });

test("returns the same checkout as findPublic, in every state", async () => {
  const projectId = await stores.createProject();
  const unselected = { chainId: null, tokenAddress: null, amountUnits: null, tokenFixed: false };
  const made = await Promise.all([
    stores.createCheckout({ projectId }),
    stores.createCheckout({ projectId, ...unselected, fiatAmount: "4.50", fiatCurrency: "USD" }),
    stores.createCheckout({ projectId, replaces: checkout.id, requoteCount: 1 }),
  ]);
  const [paid] = made;
  if (paid === undefined) throw new Error("a checkout is made");
  await stores.payments.transaction((tx) =>
    tx.insertTransfers([
      buildTransfer(paid, { blockNumber: 12n }),
      buildTransfer(checkout, { blockNumber: 13n }),
    ]),
  );
  for (const { id } of made) {
    const { found } = await read(id, limit("a", 100));
    expect(found).not.toBeNull();
    expect(found).toEqual(await stores.checkouts.findPublic(id));
  }
  const second = made[2]?.id ?? "";
  expect((await read(second, limit("a", 100))).found?.receivedEarlier).toBe(checkout.id);
  // Of several, the newest.
  const third = await stores.createCheckout({ projectId, replaces: second, requoteCount: 2 });
  await stores.payments.transaction((tx) =>
    tx.insertTransfers([buildTransfer({ id: second }, { blockNumber: 14n })]),
  );
  expect((await read(third.id, limit("a", 100))).found?.receivedEarlier).toBe(second);
});

test("counts as the rate limiter does, also without a checkout", async () => {
  const limits = [limit("a", 3), ...limitsOfClient({ bucket: "client", most: 2 }, "2001:db8:0:712::/64")];
  const limiter = createRateLimiter(stores.database, { now: () => now });
  const other = limits.map(({ bucket, most }) => limit(`other-${bucket}`, most));
  for (const ms of [0, 10_000, 20_000, 61_000]) {
    now = later(ms);
    const expected = await limiter.take(other);
    expect((await read(checkout.id, ...limits)).admission).toEqual(expected);
  }
  expect(await read(newId("chk"), limit("b", 1))).toMatchObject({
    admission: { admitted: true },
    found: null,
  });
  expect(await read("'; nothing", limit("b", 1))).toMatchObject({
    admission: { admitted: false },
    found: null,
  });
});

test("is not planned anew when requests come one at a time", async () => {
  const database = createDatabase(stores.databaseUrl, { maxConnections: 1 });
  try {
    const alone = createLimitedReads(database);
    for (let turn = 0; turn < 10; turn++)
      await alone.readCheckout({ limits: [limit("a", 100)], checkoutId: checkout.id });
    const { rows } = await database.pool.query(
      "SELECT generic_plans FROM pg_prepared_statements WHERE name = 'limits_take_and_read_checkout'",
    );
    // PostgreSQL tries five plans of their own before it may keep one.
    expect(rows).toEqual([{ generic_plans: 5n }]);
  } finally {
    await database.close();
  }
});

describe("requests at once", () => {
  test("each get their own checkout and states, whatever their number of limits", async () => {
    const other = await stores.createCheckout({ projectId: await stores.createProject() });
    const unknown = newId("chk");
    const asked = [
      { id: checkout.id, limits: [limit("a", 9)] },
      { id: unknown, limits: [limit("b", 8), limit("c", 7), limit("d", 6)] },
      { id: other.id, limits: [limit("e", 5), limit("f", 4)] },
      { id: checkout.id, limits: [limit("a", 9)] },
    ];
    const answers = await Promise.all(asked.map(({ id, limits }) => read(id, ...limits)));
    expect(answers.map(({ found }) => found?.checkout.id ?? null)).toEqual([
      checkout.id,
      null,
      other.id,
      checkout.id,
    ]);
    expect(answers.map(({ admission }) => admission.states.map(({ remaining }) => remaining))).toEqual([
      [8],
      [7, 6, 5],
      [4, 3],
      [7],
    ]);
  });

  test("admit exactly the limit, by several instances and beside other requests of the bucket", async () => {
    const second = createDatabase(stores.databaseUrl, { maxConnections: 2 });
    try {
      const instances = [reads, createLimitedReads(second, { now: () => now })];
      const limiter = createRateLimiter(stores.database, { now: () => now });
      const limits = [limit("narrow", 20), limit("wide", 1_000)];
      const admitted = await Promise.all([
        ...instances.flatMap((instance) =>
          Array.from({ length: 30 }, () => instance.readCheckout({ limits, checkoutId: checkout.id })),
        ),
        ...Array.from({ length: 30 }, async () => ({ admission: await limiter.take(limits), found: null })),
      ]);
      expect(admitted.filter(({ admission }) => admission.admitted)).toHaveLength(20);
      expect(admitted.filter(({ admission, found }) => !admission.admitted && found !== null)).toEqual([]);
    } finally {
      await second.close();
    }
  });

  test("are one statement", async () => {
    const statements: unknown[] = [];
    const pool = new Proxy(stores.database.pool, {
      get: (target, name) =>
        name === "query"
          ? (...args: Parameters<typeof target.query>) => {
              statements.push(args[0]);
              return target.query(...args);
            }
          : Reflect.get(target, name),
    });
    reads = createLimitedReads({ ...stores.database, pool }, { now: () => now });
    await read(checkout.id, limit("a", 100));
    expect(statements).toHaveLength(1);
    await Promise.all(Array.from({ length: 20 }, () => read(checkout.id, limit("a", 100))));
    // The first of them doesn't wait for others.
    expect(statements).toHaveLength(3);
  });
});
