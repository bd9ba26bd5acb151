import { measureInTurn, ratioOf, type Target } from "@/lib/bench/compare";
import type { BenchOptions } from "@/lib/bench/options";
import type { Served, Stage } from "@/lib/bench/stage";
import { type Row, times } from "@/lib/bench/table";
import { connections, createTargets } from "./requests";

/** How many different rows are read. */
const polled = 1_000;

/** How many polls of an open checkout a second, against a bare Next route that reads one row. */
export async function measurePoll(
  stage: Stage,
  { rounds, seconds }: BenchOptions,
  say: (line: string) => void,
): Promise<Row[]> {
  const creates = createTargets(stage);
  // The rows to be read, when no create was measured before.
  for (const { order } of [creates.ours, creates.nextFloor]) await stage.load.run({ ...order, seconds: 2 });
  const read = async (
    name: string,
    { url, pid }: Served,
    folder: string,
    table: string,
  ): Promise<Target> => ({
    name,
    pid,
    order: {
      origin: url,
      method: "GET",
      paths: (await newestIds(stage, table)).map((id) => `${folder}/${id}`),
      headers: { accept: "application/json" },
      body: null,
      expectedStatus: 200,
      connections,
    },
  });
  const targets = [
    await read("ours", stage.ours, "/c", "checkouts"),
    await read("bare Next", stage.nextFloor, "/select", "bench.rows"),
  ];
  const [ours, floor] = await measureInTurn(stage.load, targets, { rounds, seconds, say });
  if (ours === undefined || floor === undefined) throw new Error("each target is measured");
  return [
    {
      row: "GET /c/:id / bare Next route, one SELECT",
      ours: ours.text,
      floor: floor.text,
      ratio: times(ratioOf(ours, floor)),
      goal: "≥ 0.80 ×",
      met: ratioOf(ours, floor) >= 0.8,
    },
  ];
}

async function newestIds({ pool }: Stage, table: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM ${table} ORDER BY created_at DESC LIMIT ${polled}`,
  );
  if (rows.length === 0) throw new Error(`There is no row in ${table} to poll.`);
  return rows.map(({ id }) => id);
}
