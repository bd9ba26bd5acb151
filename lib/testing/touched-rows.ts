import type { Pool } from "pg";

type Plan = {
  "Node Type": string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
};

function rowsIn(plan: Plan): number {
  const type = plan["Node Type"];
  // A bitmap's rows are counted where they are read from the table.
  const own = type.endsWith("Scan") && type !== "CTE Scan" && type !== "Bitmap Index Scan";
  const rows = (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"];
  return (own ? rows : 0) + (plan.Plans ?? []).reduce((sum, inner) => sum + rowsIn(inner), 0);
}

/**
 * How many rows a store's statements touch, those that a filter throws away among them, by the plans that Postgres
 * chooses for them.
 *
 * @param work with the database, of which every statement is explained beside being run
 */
export async function touchedRows(
  pool: Pool,
  work: (database: { pool: Pool }) => Promise<unknown>,
): Promise<number> {
  let touched = 0;
  const query = async (statement: { text: string; values: unknown[] }) => {
    const { rows } = await pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${statement.text}`, statement.values);
    touched += rowsIn(rows[0]["QUERY PLAN"][0].Plan);
    return pool.query(statement.text, statement.values);
  };
  await work({ pool: { query } as unknown as Pool });
  return touched;
}
