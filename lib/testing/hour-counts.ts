import type { Database } from "@/lib/platform/database";

/** The rows of `project_hours`, and the counts over every single checkout. */
export type HourCounts = Record<string, string>;

/** By project, hour, chain and token: created, converted, paid, units, milliseconds. */
export async function storedHours({ pool }: Database): Promise<HourCounts> {
  const { rows } = await pool.query<StoredRow>("SELECT * FROM project_hours");
  return Object.fromEntries(
    rows.map((row) => [
      keyOf(row.project_id, row.hour, row.chain_id, row.token_address),
      textOf({
        created: row.created_count,
        converted: row.converted_count,
        paid: row.paid_count,
        units: row.paid_units,
        ms: Number(row.paid_ms_sum),
      }),
    ]),
  );
}

export async function countedHours({ pool }: Database): Promise<HourCounts> {
  const { rows } = await pool.query<CheckoutRow>(
    "SELECT project_id, created_at, paid_at, chain_id, token_address, total_paid_units FROM checkouts",
  );
  const counts = new Map<string, Counts>();
  const at = (row: CheckoutRow, moment: Date): Counts => {
    const key = keyOf(row.project_id, moment, row.chain_id ?? 0, row.token_address ?? "");
    const known = counts.get(key) ?? { created: 0, converted: 0, paid: 0, units: 0n, ms: 0 };
    counts.set(key, known);
    return known;
  };
  for (const row of rows) {
    const made = at(row, row.created_at);
    made.created += 1;
    if (row.paid_at === null) continue;
    made.converted += 1;
    const paid = at(row, row.paid_at);
    paid.paid += 1;
    paid.units += row.total_paid_units;
    paid.ms += row.paid_at.getTime() - row.created_at.getTime();
  }
  return Object.fromEntries([...counts].map(([key, value]) => [key, textOf(value)]));
}

type Counts = { created: number; converted: number; paid: number; units: bigint; ms: number };
type CheckoutRow = {
  project_id: string;
  created_at: Date;
  paid_at: Date | null;
  chain_id: number | null;
  token_address: string | null;
  total_paid_units: bigint;
};
type StoredRow = {
  project_id: string;
  hour: Date;
  chain_id: number;
  token_address: string;
  created_count: number;
  converted_count: number;
  paid_count: number;
  paid_units: bigint;
  paid_ms_sum: bigint;
};

function keyOf(projectId: string, moment: Date, chainId: number, tokenAddress: string): string {
  return `${projectId} ${moment.toISOString().slice(0, 13)} ${chainId} ${tokenAddress}`;
}

function textOf({ created, converted, paid, units, ms }: Counts): string {
  return `${created} created, ${converted} converted, ${paid} paid, ${units} units, ${ms} ms`;
}
