import type { BenchOptions } from "@/lib/bench/options";
import { startScaleDatabases } from "@/lib/bench/scale/databases";
import { loadCheckouts, type Varied, varyCheckouts } from "@/lib/bench/scale/load-checkouts";
import { milliseconds, percentile, type Row } from "@/lib/bench/table";
import { createCheckoutSearchStore } from "@/lib/checkouts/dashboard/checkout-search.store";
import { type CheckoutFilter, everyCheckout } from "@/lib/checkouts/dashboard/checkout-views.rules";
import { createDatabase, type Database } from "@/lib/platform/database";
import type { ListCursor, ListPlace } from "@/lib/platform/lists/list-place.rules";

const pageSize = 50;
const countLimit = 10_000;
const goalMs = 150;
const looksPerRound = 10;
const tokens = [
  { chainId: 31337, tokenAddress: `0x${"c".repeat(40)}` },
  { chainId: 31337, tokenAddress: `0x${"d".repeat(40)}` },
] as const;

type Input = {
  options: BenchOptions;
  stops: (() => Promise<unknown>)[];
  say: (line: string) => void;
};

/** What a merchant with a million checkouts waits for at each list of the dashboard; and one with a thousand beside it. */
export async function measureLists({ options, stops, say }: Input): Promise<Row[]> {
  const databases = await startScaleDatabases(stops);
  const databaseUrl = await databases.create("lists");
  say("Loading 1,000,000 checkouts of one project");
  const load = { open: 50_000, closed: 950_000, derived: 0, projects: 1, tokens };
  const { projectIds } = await loadCheckouts(databaseUrl, load);
  const varied = await varyCheckouts(databaseUrl, projectIds[0] ?? "");
  const database = createDatabase(databaseUrl, { maxConnections: 2 });
  stops.push(() => database.close());
  return measure(database, varied, options, say);
}

async function measure(
  database: Database,
  { largeProjectId, smallProjectId }: Varied,
  { rounds }: BenchOptions,
  say: (line: string) => void,
): Promise<Row[]> {
  const finder = createCheckoutSearchStore(database);
  const looks = rounds * looksPerRound;
  const rows: Row[] = [];
  const time = async (row: string, look: () => Promise<unknown>) => {
    const took: number[] = [];
    for (let count = 0; count < looks; count++) {
      const startedAt = performance.now();
      await look();
      took.push(performance.now() - startedAt);
    }
    const [p50, p95] = [percentile(took, 50), percentile(took, 95)];
    rows.push({
      row: `List: ${row}`,
      ours: `p50 ${milliseconds(p50)}, p95 ${milliseconds(p95)}`,
      floor: "",
      ratio: "",
      goal: `p95 ≤ ${milliseconds(goalMs)}`,
      met: p95 <= goalMs,
    });
    say(`  ${row}: ${rows.at(-1)?.ours}`);
  };
  const some = await sample(database, largeProjectId);
  const page = (
    overrides: Partial<CheckoutFilter>,
    projectId = largeProjectId,
    place: ListPlace = { kind: "first" },
  ) => finder.page(projectId, { ...everyCheckout, ...overrides }, place, pageSize + 1);
  const filters: [string, Partial<CheckoutFilter>][] = [
    ["a common status", { statuses: ["EXPIRED"] }],
    ["a rare status", { statuses: ["CANCELLED"] }],
    ["four statuses", { statuses: ["PAID", "SETTLED", "CANCELLED", "REFUNDED"] }],
    ["late payments to decide", { lateOnly: true }],
    ["an exact amount", { minUnits: some.amountUnits, maxUnits: some.amountUnits }],
    ["a range of amounts", { minUnits: 100_000_000n, maxUnits: 120_000_000n }],
    ["a range with no checkout in it", { minUnits: 10n ** 15n }],
    ["those of links", { createdVia: "link" }],
    ["those of the dashboard: none", { createdVia: "dashboard" }],
    ["a chain that has none", { chainId: 8453 }],
    ["a token that few chose", { chainId: 31337, tokenAddress: tokens[1].tokenAddress }],
    ["a reference", { referenceId: some.referenceId }],
  ];
  await time("first page", () => page({}));
  await time("first page of a project with 1,000 among them", () => page({}, smallProjectId));
  await time("a page in the middle, by cursor", () =>
    page({}, largeProjectId, { kind: "after", cursor: some.cursor }),
  );
  for (const [name, filter] of filters) await time(`first page, ${name}`, () => page(filter));
  for (const [kind, text] of Object.entries(some.search))
    await time(`search, ${kind}`, () => page({ search: { kind: kind as keyof typeof some.search, text } }));
  await time("count up to 10,000, of all", () => finder.count(largeProjectId, everyCheckout, countLimit));
  for (const [name, filter] of filters)
    await time(`count, ${name}`, () =>
      finder.count(largeProjectId, { ...everyCheckout, ...filter }, countLimit),
    );
  return rows;
}

type Sample = {
  cursor: ListCursor;
  amountUnits: bigint;
  referenceId: string;
  search: Record<"id" | "address" | "transaction" | "text", string>;
};

/** One from the middle of the list, whose transfer is known. */
async function sample({ pool }: Database, projectId: string): Promise<Sample> {
  const { rows } = await pool.query<{
    id: string;
    created_at: Date;
    amount_units: bigint;
    reference_id: string;
    deposit_address: string;
    payment_tx_hash: string;
  }>(
    `SELECT * FROM checkouts WHERE project_id = $1 AND status = 'SETTLED'
     ORDER BY created_at DESC, id DESC OFFSET 20000 LIMIT 1`,
    [projectId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error("some of them are settled");
  return {
    cursor: { createdAt: row.created_at, id: row.id },
    amountUnits: row.amount_units,
    referenceId: row.reference_id,
    search: {
      id: row.id,
      address: row.deposit_address,
      transaction: row.payment_tx_hash,
      text: row.reference_id,
    },
  };
}
