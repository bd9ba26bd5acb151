import { milliseconds, percentile, type Row } from "@/lib/bench/table";
import { countHours } from "@/lib/insights/count-hours";
import { createOverviewStore } from "@/lib/insights/overview.store";
import { overviewFigures } from "@/lib/insights/overview-figures.rules";
import { type OverviewRange, readOverviewRange } from "@/lib/insights/overview-range.rules";
import { createProjectHours } from "@/lib/insights/project-hours.store";
import type { Database } from "@/lib/platform/database";
import { buildChain } from "@/lib/testing/builders";

/** A click that feels instant. */
const goalMs = 100;
const looksPerRound = 10;
const chains = [31337, 31338, 8453].map((chainId) => buildChain({ chainId }));

/** What the overview costs with a year of hours on three chains in two tokens, and what counting the hours costs. */
export async function measureOverview(
  database: Database,
  projectId: string,
  rounds: number,
  say: (line: string) => void,
): Promise<Row[]> {
  const rows = [await measureCounting(database), await measureMinute(database, projectId)];
  const now = new Date();
  const hours = await fillYear(database, projectId);
  const overview = createOverviewStore(database);
  const read = async (range: OverviewRange) =>
    overviewFigures(
      chains,
      range,
      await overview.steps(projectId, range),
      await overview.totals(projectId, range.previous),
    );
  for (const name of ["30d", "year"]) {
    const { range } = readOverviewRange({ range: name }, now);
    const took: number[] = [];
    for (let look = 0; look < rounds * looksPerRound; look++) {
      const startedAt = performance.now();
      await read(range);
      took.push(performance.now() - startedAt);
    }
    const [p50, p95] = [percentile(took, 50), percentile(took, 95)];
    rows.push({
      row: `Overview: ${name}, of ${hours.toLocaleString("en")} hourly counts`,
      ours: `p50 ${milliseconds(p50)}, p95 ${milliseconds(p95)}`,
      floor: "",
      ratio: "",
      goal: `p95 ≤ ${milliseconds(goalMs)}`,
      met: p95 <= goalMs,
    });
  }
  for (const { row, ours } of rows) say(`  ${row}: ${ours}`);
  return rows;
}

/** All there is, from nothing: what the first runs of the job do. */
async function measureCounting(database: Database): Promise<Row> {
  const projectHours = createProjectHours(database);
  await database.pool.query("DELETE FROM project_hours");
  await database.pool.query("DELETE FROM job_runs WHERE name LIKE 'count-hours%'");
  const startedAt = performance.now();
  const clock = { now: () => new Date() };
  const today = Date.now();
  do await countHours({ clock, projectHours });
  while (((await projectHours.walk())?.nextDay.getTime() ?? 0) < today);
  const ms = performance.now() - startedAt;
  const { rows } = await database.pool.query("SELECT count(*)::int AS count FROM checkouts");
  return plainRow(`Hours of ${rows[0].count.toLocaleString("en")} checkouts counted from nothing`, ms);
}

/** The busiest hour of the project once more: what a minute of the job costs while it lasts. */
async function measureMinute(database: Database, projectId: string): Promise<Row> {
  const { rows } = await database.pool.query<{ hour: Date; created: number }>(
    `SELECT hour, sum(created_count)::int AS created FROM project_hours WHERE project_id = $1
     GROUP BY hour ORDER BY 2 DESC LIMIT 1`,
    [projectId],
  );
  const [busiest] = rows;
  if (busiest === undefined) throw new Error("hours were counted");
  const span = { projectId, from: busiest.hour, to: new Date(busiest.hour.getTime() + 3_600_000) };
  const startedAt = performance.now();
  await createProjectHours(database).recount([span]);
  const ms = performance.now() - startedAt;
  return plainRow(`An hour with ${busiest.created.toLocaleString("en")} checkouts counted anew`, ms);
}

/** @returns how many there are then */
async function fillYear({ pool }: Database, projectId: string): Promise<number> {
  await pool.query("DELETE FROM project_hours WHERE project_id = $1", [projectId]);
  const { rowCount } = await pool.query(
    `INSERT INTO project_hours (project_id, hour, chain_id, token_address, created_count, converted_count, paid_count,
       paid_units, paid_ms_sum)
     SELECT $1, hour, chain_id, token_address, 20, 12, 12, 54000000, 720000
     FROM generate_series(date_trunc('hour', now()) - interval '729 days', now(), interval '1 hour') AS hour
     CROSS JOIN unnest($2::int[]) AS chain_id CROSS JOIN unnest($3::text[]) AS token_address`,
    [projectId, chains.map(({ chainId }) => chainId), chains[0]?.tokens.map(({ address }) => address)],
  );
  await pool.query("ANALYZE project_hours");
  return rowCount ?? 0;
}

function plainRow(row: string, ms: number): Row {
  return { row, ours: milliseconds(ms), floor: "", ratio: "", goal: "" };
}
