import type { QueryConfig } from "pg";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { createCheckoutStore } from "@/lib/checkouts/checkout.store";
import type { ListCheckoutsQuery } from "@/lib/checkouts/views/checkout.schema";
import { createDatabase, transact } from "@/lib/platform/database";
import { createSecretBox } from "@/lib/platform/secret-box";
import { maxTokenUnits } from "@/lib/platform/values/money.rules";
import { buildTransfer, later, noon, uniqueHex, usdt } from "@/lib/testing/builders";
import { fileWorld } from "@/lib/testing/world";

const { stores } = await fileWorld();

describe("checkout details", () => {
  let projectId: string;

  let checkout: Checkout;

  beforeAll(async () => {
    projectId = await stores.createProject();
  });

  beforeEach(async () => {
    checkout = await stores.createCheckout({ projectId });
  });

  const found = async () => {
    const details = await stores.checkouts.find(projectId, checkout.id);
    if (details === null) throw new Error("the checkout was not found");
    return details;
  };

  describe("find", () => {
    test("a new checkout has its creation and nothing else", async () => {
      expect(await found()).toEqual({
        checkout,
        transfers: [],
        transferCount: 0,
        nativeBalances: [],
        timeline: [{ kind: "checkout.created", details: null, at: noon }],
      });
    });

    test("returns each transfer's status and whether it counts, newest first", async () => {
      const [final, pending, stray, elsewhere, reverted] = [
        buildTransfer(checkout, { blockNumber: 10n, amountUnits: maxTokenUnits }),
        buildTransfer(checkout, { blockNumber: 11n }),
        buildTransfer(checkout, { blockNumber: 12n, tokenAddress: usdt }),
        buildTransfer(checkout, { blockNumber: 13n, chainId: 31338 }),
        buildTransfer(checkout, { blockNumber: 20n }),
      ];
      await stores.payments.transaction(async (tx) => {
        await tx.insertTransfers([final, pending, stray, elsewhere, reverted]);
        await tx.markTransfersFinal([final.id], later(1));
        await tx.orphanAbove(31337, 19n);
      });
      const { transfers, transferCount } = await found();
      // A reorganisation took two beside each.
      expect(transferCount).toBe(15);
      const own = new Set([final, pending, stray, elsewhere, reverted].map(({ id }) => id));
      expect(
        transfers.flatMap(({ id, status, counts }) => (own.has(id) ? [[id, status, counts]] : [])),
      ).toEqual([
        [reverted.id, "reverted", false],
        [elsewhere.id, "pending", false],
        [stray.id, "pending", false],
        [pending.id, "pending", true],
        [final.id, "final", true],
      ]);
      const { checkoutId: _, blockHash: __, logIndex: ___, ...shown } = final;
      expect(transfers.find(({ id }) => id === final.id)).toEqual({
        ...shown,
        status: "final",
        counts: true,
      });
    });

    test("returns the newest hundred of many, and counts all", async () => {
      const logs = Array.from({ length: 120 }, (_, index) =>
        buildTransfer(checkout, { blockNumber: BigInt(index + 1), tokenAddress: uniqueHex(20) }),
      );
      await stores.payments.transaction((tx) => tx.insertTransfers(logs));
      await stores.database.pool.query(
        "INSERT INTO checkout_events (checkout_id, kind, details) SELECT $1, 'test.' || n, jsonb_build_object('n', n) FROM generate_series(1, 120) AS n",
        [checkout.id],
      );
      const { transfers, transferCount, timeline } = await found();
      expect(transferCount).toBe(3 * 120);
      expect(transfers).toHaveLength(100);
      const canonical = transfers.flatMap((log) => (log.status === "reverted" ? [] : [log.blockNumber]));
      expect(canonical).toEqual(Array.from(canonical, (_, index) => BigInt(120 - index)));
      expect(timeline).toHaveLength(100);
      expect(timeline[0]).toMatchObject({ kind: "test.120", details: { n: 120 } });
    });

    test("returns the native coin while the address holds some", async () => {
      await stores.database.pool.query(
        `INSERT INTO native_balances (checkout_id, chain_id, amount_wei, block_number, seen_at)
       VALUES ($1, 31337, $2, 7, $3), ($1, 31338, 0, 8, $3)`,
        [checkout.id, maxTokenUnits, noon],
      );
      expect((await found()).nativeBalances).toEqual([
        { chainId: 31337, amountWei: maxTokenUnits, blockNumber: 7n, seenAt: noon },
      ]);
    });
  });
});

describe("checkout list", () => {
  let projectId: string;

  /** Newest first; the second and third were created in the same millisecond. */
  let all: Checkout[];

  beforeAll(async () => {
    projectId = await stores.createProject();
    const create = (overrides: Partial<Checkout>) => stores.createCheckout({ projectId, ...overrides });
    const twins = [await create({ createdAt: later(3_000) }), await create({ createdAt: later(3_000) })];
    all = [
      await create({ createdAt: later(4_000), referenceId: "order-2" }),
      ...twins.sort((a, b) => (a.id < b.id ? 1 : -1)),
      await create({ createdAt: later(2_000), status: "CANCELLED", referenceId: "order-2" }),
      await create({ createdAt: later(1_000), status: "EXPIRED", referenceId: null }),
    ];
    await stores.createCheckout({ projectId: await stores.createProject(), referenceId: "order-2" });
  });

  const list = (query: Partial<ListCheckoutsQuery> = {}) =>
    stores.checkouts.list(projectId, { take: 20, skip: 0, ...query });

  const cursorOf = ({ createdAt, id }: Partial<Checkout> = {}) => {
    if (createdAt === undefined || id === undefined) throw new Error("it has no cursor");
    return { createdAt, id };
  };

  describe("a list", () => {
    test("returns the project's own checkouts, newest first", async () => {
      expect(await list()).toEqual({ items: all, total: 5, next: null });
    });

    test("returns the requested page, and the total", async () => {
      expect(await list({ take: 2, skip: 1 })).toEqual({
        items: all.slice(1, 3),
        total: 5,
        next: cursorOf(all[2]),
      });
      expect(await list({ take: 2, skip: 4 })).toEqual({ items: all.slice(4), total: 5, next: null });
    });

    test("continues after a cursor, whatever was created meanwhile", async () => {
      const shop = await stores.createProject();
      const create = (ms: number, referenceId = "order-3") =>
        stores.createCheckout({ projectId: shop, createdAt: later(ms), referenceId });
      const made = [await create(3), await create(2), await create(2), await create(1)];
      const newestFirst = made.toSorted((a, b) =>
        `${b.createdAt.getTime()} ${b.id}` > `${a.createdAt.getTime()} ${a.id}` ? 1 : -1,
      );
      const read = (query: Partial<ListCheckoutsQuery>) =>
        stores.checkouts.list(shop, {
          take: 2,
          skip: 0,
          referenceId: "order-3",
          status: "PENDING",
          ...query,
        });
      const first = await read({});
      await create(9);
      const second = await read({ after: first.next ?? undefined });
      expect([...first.items, ...second.items]).toEqual(newestFirst);
      expect(second).toMatchObject({ total: 5, next: null });
      expect(await stores.checkouts.list(shop, { take: 20, skip: 0, after: cursorOf(made[3]) })).toEqual({
        items: [],
        total: 5,
        next: null,
      });
    });

    test("returns the total with an empty page", async () => {
      expect(await list({ skip: 5 })).toEqual({ items: [], total: 5, next: null });
      expect(await list({ skip: 2_147_483_647 })).toEqual({ items: [], total: 5, next: null });
    });

    test("finds a checkout by its deposit address, its payer and its transaction, and no other project's", async () => {
      const checkout = await stores.createCheckout({ projectId: await stores.createProject() });
      const transfer = buildTransfer(checkout, { txHash: uniqueHex(32), fromAddress: uniqueHex(20) });
      await stores.payments.transaction((tx) => tx.insertTransfers([transfer]));
      const found = { items: [checkout], total: 1, next: null };
      const { txHash } = transfer;
      for (const query of [
        { address: checkout.depositAddress },
        { address: transfer.fromAddress },
        { txHash },
      ]) {
        expect(await stores.checkouts.list(checkout.projectId, { take: 20, skip: 0, ...query })).toEqual(
          found,
        );
        expect(await list(query)).toMatchObject({ items: [], total: 0 });
      }
      const byBoth = { address: checkout.depositAddress, txHash: uniqueHex(32) };
      expect(await stores.checkouts.list(checkout.projectId, { take: 20, skip: 0, ...byBoth })).toMatchObject(
        {
          total: 0,
        },
      );
    });

    test("filters by status, by reference, and by both", async () => {
      expect(await list({ status: "PENDING" })).toEqual({ items: all.slice(0, 3), total: 3, next: null });
      expect(await list({ referenceId: "order-2" })).toEqual({
        items: [all[0], all[3]],
        total: 2,
        next: null,
      });
      expect(await list({ status: "CANCELLED", referenceId: "order-2" })).toEqual({
        items: [all[3]],
        total: 1,
        next: null,
      });
      expect(await list({ status: "PENDING", referenceId: "order-2", take: 1, skip: 1 })).toEqual({
        items: [],
        total: 1,
        next: null,
      });
      expect(await list({ status: "SETTLED" })).toEqual({ items: [], total: 0, next: null });
      expect(await list({ referenceId: "'; --" })).toEqual({ items: [], total: 0, next: null });
    });

    test("by API key returns only checkouts created by API key, by status and reference too", async () => {
      const shop = await stores.createProject();
      const create = (overrides: Partial<Checkout>) =>
        stores.createCheckout({ projectId: shop, ...overrides });
      for (const createdVia of ["server_key", "link", "dashboard"] as const)
        await create({ createdVia, referenceId: "cart-1" });
      const own = [
        await create({ createdVia: "api_key", createdAt: later(2_000), referenceId: "cart-1" }),
        await create({ createdVia: "api_key", createdAt: later(1_000), status: "EXPIRED" }),
      ];
      const list = (query: Partial<ListCheckoutsQuery> = {}) =>
        stores.checkouts.list(shop, { take: 20, skip: 0, ...query }, true);
      expect(await list()).toEqual({ items: own, total: 2, next: null });
      expect(await list({ referenceId: "cart-1" })).toEqual({ items: own.slice(0, 1), total: 1, next: null });
      expect(await list({ status: "EXPIRED" })).toEqual({ items: own.slice(1), total: 1, next: null });
      expect(await list({ status: "EXPIRED", referenceId: "cart-1" })).toEqual({
        items: [],
        total: 0,
        next: null,
      });
    });

    test("of a project without checkouts is empty", async () => {
      expect(await stores.checkouts.list(await stores.createProject(), { take: 20, skip: 0 })).toEqual({
        items: [],
        total: 0,
        next: null,
      });
    });
  });

  type PlanNode = {
    "Node Type": string;
    "Index Name"?: string;
    "Actual Rows": number;
    Plans?: PlanNode[];
  };

  describe("among many checkouts", () => {
    const projects = 8;
    const many = 3_000;
    let crowded: string;

    beforeAll(async () => {
      crowded = await stores.createProject();
      const template = await stores.createCheckout({ projectId: crowded });
      const others = await Promise.all(Array.from({ length: projects - 1 }, () => stores.createProject()));
      // All projects' checkouts by turns, as they would come.
      await transact(stores.database.pool, async (connection) => {
        // Only of rows whose commit is on disk does a vacuum note that all see them.
        await connection.query("SET LOCAL synchronous_commit = on");
        await connection.query("SET LOCAL world.tidy = 'the plans are judged by the number of rows'");
        await connection.query(
          `INSERT INTO checkouts SELECT made.*
         FROM checkouts AS checkout, generate_series(1, $3::int) AS n,
           jsonb_populate_record(checkout, jsonb_build_object(
           'id', 'chk_' || new_ulid(),
           'project_id', ($2::text[])[1 + n % cardinality($2::text[])],
           'created_via', CASE n % 10 WHEN 0 THEN 'API_KEY' ELSE 'SERVER_KEY' END,
           'created_at', checkout.created_at + n * interval '1 second',
           'reference_id', 'order-' || n / 40,
           'status', CASE n % 5 WHEN 0 THEN 'PENDING' WHEN 1 THEN 'CANCELLED' ELSE 'EXPIRED' END,
           'deposit_address', '0xee' || lpad(to_hex(n), 38, '0'))) AS made
         WHERE checkout.id = $1`,
          [template.id, [crowded, ...others], projects * many],
        );
      });
      await stores.database.pool.query("VACUUM ANALYZE checkouts");
    });

    /** Every node of the plan by which the prepared statement runs with these values. */
    async function planOf(
      mode: "force_generic_plan" | "force_custom_plan",
      asked: ListCheckoutsQuery,
      byApiKey = false,
    ): Promise<PlanNode[]> {
      // One connection, on which the store has prepared its statement.
      const database = createDatabase(stores.databaseUrl, { maxConnections: 1 });
      try {
        await database.pool.query(`SET plan_cache_mode = ${mode}`);
        let sent: QueryConfig = { text: "" };
        const query = (config: QueryConfig) => {
          sent = config;
          return database.pool.query(config);
        };
        const pool = Object.create(database.pool, { query: { value: query } });
        const checkouts = createCheckoutStore({ ...database, pool }, createSecretBox(Buffer.alloc(32)));
        // Statistics of an earlier test say that a table is empty, and an empty one is read whole.
        await database.pool.query(
          "SELECT pg_clear_relation_stats('public', tablename) FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'checkouts'",
        );
        await checkouts.list(crowded, asked, byApiKey);
        const { rows } = await database.pool.query(
          `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE ${sent.name}(${(sent.values ?? []).map((value) => `'${value}'`).join(", ")})`,
        );
        const nodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodes)];
        return nodes(rows[0]["QUERY PLAN"][0].Plan);
      } finally {
        await database.close();
      }
    }

    const depositAddress = `0xee${"77".padStart(38, "0")}` as const;
    const txHash = uniqueHex(32);
    const filters = [
      ["no filter", {}, "checkouts_project_id_created_at_id_idx"],
      ["a status", { status: "CANCELLED" }, "checkouts_project_id_status_created_at_id_idx"],
      ["a reference", { referenceId: "order-77" }, "checkouts_project_id_reference_id_created_at_id_idx"],
      [
        "both",
        { status: "EXPIRED", referenceId: "order-77" },
        "checkouts_project_id_reference_id_created_at_id_idx",
      ],
      ["an address", { address: depositAddress }, "checkouts_deposit_address_key"],
      ["a transaction", { txHash }, "transfers_tx_hash_idx"],
    ] as const;

    test.each(["force_generic_plan", "force_custom_plan"] as const)(
      "by API key reads in index order, with %s",
      async (mode) => {
        const plan = await planOf(mode, { take: 20, skip: 0 }, true);
        expect(plan.map((node) => node["Index Name"])).toContain("checkouts_by_api_key_idx");
        expect(plan.map((node) => node["Node Type"])).not.toContain("Seq Scan");
      },
    );

    describe.each(["force_generic_plan", "force_custom_plan"] as const)("%s", (mode) => {
      test.each(filters)("with %s reads in index order", async (_, filter, index) => {
        for (const skip of [0, 100]) {
          const plan = await planOf(mode, { take: 20, skip, ...filter });
          expect(plan.map((node) => node["Index Name"])).toContain(index);
          // The page is put in order once more beside its total; nothing larger is ever sorted.
          for (const node of plan.filter((node) => node["Node Type"].includes("Sort")))
            expect(node["Actual Rows"]).toBeLessThanOrEqual(21);
          expect(plan.map((node) => node["Node Type"])).not.toContain("Seq Scan");
        }
      });
    });
  });
});
