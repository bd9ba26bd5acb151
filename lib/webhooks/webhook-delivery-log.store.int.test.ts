import type { QueryConfig } from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { createDatabase, transact } from "@/lib/platform/database";
import type { ListPart, ListPlace } from "@/lib/platform/lists/list-place.rules";
import { createSecretBox } from "@/lib/platform/secret-box";
import { later, newId, noon } from "@/lib/testing/builders";
import { partsOf } from "@/lib/testing/parts";
import { fileWorld } from "@/lib/testing/world";
import type { WebhookParts } from "@/lib/webhooks/endpoints/read-endpoints";
import { listEndpointDeliveries } from "./endpoints/read-endpoints";
import { createWebhookDeliveryLog } from "./webhook-delivery-log.store";
import type { DeliveryFilter, DeliveryView } from "./webhook-store.port";

/** Deliveries of one endpoint among those of another; of a thousand one failed, one waits, and one is of a rare kind. */
const many = 22_000;
/** Nothing sealed is read or written here. */
const box = createSecretBox(Buffer.alloc(32));
const { stores, project } = await fileWorld();
const projectId = project.id;
let endpointId: string;
let rows: Row[];

type Row = { id: string; created_at: Date; status: string; kind: string; checkout_id: string | null };

beforeAll(async () => {
  const endpoint = { projectId, url: "https://shop.example/", kinds: [], secret: "whsec_c2VjcmV0", at: noon };
  ({ endpointId } = await stores.createWebhookEndpoint(endpoint));
  const { endpointId: other } = await stores.createWebhookEndpoint(endpoint);
  const checkout = await stores.createCheckout({ projectId });
  await transact(stores.database.pool, async (connection) => {
    // Only of rows whose commit is on disk does a vacuum note that all see them.
    await connection.query("SET LOCAL synchronous_commit = on");
    await connection.query("SET LOCAL world.tidy = 'the plans are judged by the number of rows'");
    // A vacuum just before would make each row's foreign keys read whole tables.
    await connection.query("SET LOCAL enable_seqscan = off");
    await connection.query(
      `INSERT INTO checkouts SELECT made.*
       FROM checkouts AS checkout, generate_series(1, $2::int / 10) AS n, jsonb_populate_record(checkout,
         jsonb_build_object('id', 'chk_' || lpad(n::text, 26, '0'), 'deposit_address', '0xee' || lpad(to_hex(n), 38, '0'))) AS made
       WHERE checkout.id = $1`,
      [checkout.id, many],
    );
    await connection.query(
      `WITH event AS (
         INSERT INTO outbox_events (id, project_id, checkout_id, kind, sequence, body, created_at)
         SELECT 'evt_' || lpad(n::text, 26, '0'), $1, 'chk_' || lpad((1 + n / 10)::text, 26, '0'),
           CASE n % 1000 WHEN 3 THEN 'checkout.reverted' ELSE 'checkout.paid' END, n, '{"n": ' || n || '}',
           $4::timestamptz + (n / 3) * interval '1 second'
         FROM generate_series(1, $5::int - 10) AS n RETURNING id, created_at
       ), numbered AS (SELECT *, substr(id, 5)::int AS n FROM event)
       INSERT INTO webhook_deliveries
         (id, event_id, endpoint_id, status, attempt_count, next_attempt_at, created_at, completed_at)
       SELECT 'whd_' || new_ulid(), id, endpoint, made.status::delivery_status, 1, created_at, created_at,
         CASE made.status WHEN 'PENDING' THEN NULL ELSE created_at END
       FROM numbered, unnest(ARRAY[$2, $3]) AS endpoint, LATERAL (
         SELECT CASE n % 1000 WHEN 1 THEN 'FAILED' WHEN 2 THEN 'PENDING' ELSE 'DELIVERED' END AS status) AS made
       WHERE endpoint = $2 OR n % 10 = 0`,
      [projectId, endpointId, other, noon, many],
    );
    await connection.query(
      `INSERT INTO delivery_attempts (delivery_id, number, started_at, duration_ms, status_code, error)
       SELECT id, 1, created_at, 5, CASE status WHEN 'DELIVERED' THEN 200 END, CASE status WHEN 'FAILED' THEN 'refused' END
       FROM webhook_deliveries`,
    );
  });
  await stores.database.pool.query(
    // By name: without one it also waits for tables that all databases of a server share.
    "VACUUM ANALYZE checkouts, outbox_events, webhook_deliveries, delivery_attempts, webhook_endpoints",
  );
  ({ rows } = await stores.database.pool.query<Row>(
    `SELECT delivery.id, delivery.created_at, delivery.status, event.kind, event.checkout_id
     FROM webhook_deliveries AS delivery JOIN outbox_events AS event ON event.id = delivery.event_id
     WHERE delivery.endpoint_id = $1 ORDER BY delivery.created_at DESC, delivery.id DESC`,
    [endpointId],
  ));
}, 120_000);

const first: ListPlace = { kind: "first" };

/** All pages, in their order, and then all pages back from the oldest delivery. */
async function read(filter: DeliveryFilter, take: number) {
  const found: string[] = [];
  let pages = 0;
  const deps = partsOf<WebhookParts>({ ...stores, clock: { now: () => noon } });
  const page = (place: ListPlace) => listEndpointDeliveries(deps, projectId, endpointId, filter, place, take);
  let place: ListPlace | null = { kind: "first" };
  while (place !== null) {
    const { items, older }: ListPart<DeliveryView> = await page(place);
    expect(items.length).toBeLessThanOrEqual(take);
    found.push(...items.map(({ id }) => id));
    place = older;
    pages += 1;
  }
  const back: string[] = [];
  place = { kind: "before", cursor: { createdAt: new Date(0), id: newId("whd") } };
  while (place !== null) {
    const { items, newer }: ListPart<DeliveryView> = await page(place);
    back.unshift(...items.map(({ id }) => id));
    place = newer;
  }
  expect(back).toEqual(found);
  return { found, pages };
}

const expected = (matches: (row: Row) => boolean) => rows.filter(matches).map(({ id }) => id);

describe("the log of an endpoint", () => {
  test("lists everything once and in order, also within one moment", async () => {
    const { found, pages } = await read({}, 100);
    expect(found).toEqual(expected(() => true));
    expect(pages).toBe(Math.ceil(rows.length / 100));
  });

  test.each<[string, DeliveryFilter, (row: Row) => boolean]>([
    ["status FAILED", { status: "FAILED" }, ({ status }) => status === "FAILED"],
    ["status PENDING", { status: "PENDING" }, ({ status }) => status === "PENDING"],
    ["a rare kind", { kind: "checkout.reverted" }, ({ kind }) => kind === "checkout.reverted"],
    ["a kind that never was", { kind: "refund.failed" }, () => false],
    [
      "a kind and a status",
      { kind: "checkout.reverted", status: "DELIVERED" },
      ({ kind, status }) => kind === "checkout.reverted" && status === "DELIVERED",
    ],
    [
      "a range of time",
      { from: later(600_000), to: later(660_000) },
      ({ created_at }) => created_at >= later(600_000) && created_at < later(660_000),
    ],
    [
      "a status in a range of time",
      { status: "FAILED", to: later(1_200_000) },
      ({ status, created_at }) => status === "FAILED" && created_at < later(1_200_000),
    ],
  ])("filters by %s", async (_, filter, matches) => {
    for (const take of [3, 100]) {
      const { found } = await read(filter, take);
      expect(found).toEqual(expected(matches));
    }
  });

  test("filters by checkout", async () => {
    const checkoutId = rows[50]?.checkout_id ?? "";
    const wanted = expected((row) => row.checkout_id === checkoutId);
    expect(wanted.length).toBeGreaterThan(5);
    expect((await read({ checkoutId }, 4)).found).toEqual(wanted);
    expect((await read({ checkoutId, kind: "refund.failed" }, 4)).found).toEqual([]);
    expect((await read({ checkoutId: newId("chk") }, 4)).found).toEqual([]);
  });

  test("searches rare entries in bounded batches, and continues from there", async () => {
    const recorded: number[] = [];
    const { pool } = stores.database;
    const counted = createWebhookDeliveryLog(
      {
        ...stores.database,
        pool: Object.create(pool, {
          query: {
            value: async (config: Parameters<typeof pool.query>[0]) => {
              const result = await pool.query(config);
              recorded.push(result.rows[0]?.searched ?? 0);
              return result;
            },
          },
        }),
      },
      box,
    );
    const rare = await counted.page(endpointId, { kind: "refund.failed" }, first, 100);
    expect(rare.items).toEqual([]);
    const cursor = { createdAt: rows[19_999]?.created_at, id: rows[19_999]?.id };
    expect(rare.older).toEqual({ kind: "after", cursor });
    expect(recorded).toEqual(Array.from({ length: 40 }, () => 500));
  });

  test("returns the last answer", async () => {
    const { items } = await stores.deliveryLog.page(endpointId, {}, first, 100);
    expect(items.find(({ status }) => status === "DELIVERED")).toMatchObject({
      lastStatusCode: 200,
      lastError: null,
    });
    const failed = await stores.deliveryLog.page(endpointId, { status: "FAILED" }, first, 1);
    expect(failed.items).toMatchObject([{ lastStatusCode: null, lastError: "refused", endpointId }]);
  });
});

type PlanNode = { "Node Type": string; "Relation Name"?: string; "Actual Rows": number; Plans?: PlanNode[] };

describe.each(["force_generic_plan", "force_custom_plan"])("with %s", (mode) => {
  const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

  /** The plans of all statements that `work` prepares and runs, with the values they had. */
  async function plansOf(work: (log: ReturnType<typeof createWebhookDeliveryLog>) => Promise<unknown>) {
    // One connection, on which the statements are prepared.
    const database = createDatabase(stores.databaseUrl, { maxConnections: 1 });
    try {
      await database.pool.query(`SET plan_cache_mode = ${mode}`);
      const sent: QueryConfig[] = [];
      const query = (config: QueryConfig) => {
        sent.push(config);
        return database.pool.query(config);
      };
      await work(
        createWebhookDeliveryLog(
          {
            ...database,
            pool: Object.create(database.pool, { query: { value: query } }),
          },
          box,
        ),
      );
      const plans: { name: string; nodes: PlanNode[] }[] = [];
      for (const { name = "", values = [] } of sent) {
        const given = values.map((value) => literal(value)).join(", ");
        await database.pool.query("BEGIN");
        const explained = await database.pool.query(
          `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE ${name}${given === "" ? "" : `(${given})`}`,
        );
        await database.pool.query("ROLLBACK");
        plans.push({ name, nodes: nodesOf(explained.rows[0]["QUERY PLAN"][0].Plan) });
      }
      return plans;
    } finally {
      await database.close();
    }
  }

  function literal(value: unknown): string {
    if (value === null) return "NULL";
    return `'${value instanceof Date ? value.toISOString() : String(value)}'`;
  }

  const start = { createdAt: noon, id: "" };
  const middle = { createdAt: later(900_000), id: "whd_" };
  const range = { after: start, before: later(1e9) };
  const reads: [string, Parameters<typeof plansOf>[0], number][] = [
    ["the newest", (log) => log.page(endpointId, {}, first, 100), 101],
    ["an older page", (log) => log.page(endpointId, {}, { kind: "after", cursor: middle }, 100), 101],
    ["a newer page", (log) => log.page(endpointId, {}, { kind: "before", cursor: middle }, 100), 101],
    ["what failed", (log) => log.page(endpointId, { status: "FAILED" }, first, 100), 101],
    ["what waits", (log) => log.page(endpointId, { status: "PENDING" }, first, 100), 101],
    ["what was delivered", (log) => log.page(endpointId, { status: "DELIVERED" }, first, 20), 500],
    ["a rare kind", (log) => log.page(endpointId, { kind: "checkout.reverted" }, first, 20), 500],
    [
      "a checkout's",
      (log) => log.page(endpointId, { checkoutId: rows[5]?.checkout_id ?? "" }, first, 20),
      101,
    ],
    [
      "a newer page of a rare kind",
      (log) => log.page(endpointId, { kind: "checkout.reverted" }, { kind: "before", cursor: middle }, 20),
      500,
    ],
    ["what can be replayed", (log) => log.replayFailed(endpointId, range, noon, 500), 500],
  ];

  test.each(reads)(
    "%s is found by indexes, and no more of it is read than is needed",
    async (_, work, most) => {
      const plans = await plansOf(work);
      expect(plans.length).toBeGreaterThan(0);
      for (const { name, nodes } of plans) {
        const scanned = nodes.filter((node) => node["Node Type"] === "Seq Scan");
        // An endpoint is one of two rows here.
        const big = scanned.filter((node) => node["Relation Name"] !== "webhook_endpoints");
        expect(big, name).toEqual([]);
        for (const node of nodes)
          expect(node["Actual Rows"], `${name}: ${node["Node Type"]}`).toBeLessThanOrEqual(most);
      }
    },
  );
});
