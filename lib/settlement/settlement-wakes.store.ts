import { type Queryable, run, type Statement } from "@/lib/platform/database";
import type { SettlementStore } from "./settlement-store.port";

/** The earliest are kept: a look that is not told of comes within the minute all the same. */
const keptTimes = 100;

const upsertWake: Statement = {
  name: "settlements_wake_later",
  text: `
    INSERT INTO settlement_wakes AS wake (chain_id, due_times, from_block) VALUES ($1, $2, $3)
    ON CONFLICT (chain_id) DO UPDATE SET
      due_times = ARRAY(SELECT DISTINCT unnest(wake.due_times || excluded.due_times) AS due_at ORDER BY due_at LIMIT ${keptTimes}),
      from_block = least(wake.from_block, excluded.from_block)`,
};

export async function wakeLater(
  connection: Queryable,
  ...[chainId, { times, block }]: Parameters<SettlementStore["wakeLater"]>
): Promise<void> {
  if (times.length > 0 || block !== null) await run(connection, upsertWake, [chainId, times, block]);
}

/** Asked with every look at a chain: one row by its key, which changes only when it is time. */
const takeDueWake: Statement = {
  name: "settlements_take_wake",
  text: `
    UPDATE settlement_wakes SET
      due_times = ARRAY(SELECT due_at FROM unnest(due_times) AS due_at WHERE due_at > $2::timestamptz),
      from_block = CASE WHEN from_block > coalesce($3::bigint, -1) THEN from_block END
    WHERE chain_id = $1 AND ($2::timestamptz >= ANY (due_times) OR from_block <= $3::bigint)
    RETURNING chain_id`,
};

export async function takeWake(
  connection: Queryable,
  ...[chainId, now, settledUpTo]: Parameters<SettlementStore["takeWake"]>
): Promise<boolean> {
  return (await run(connection, takeDueWake, [chainId, now, settledUpTo])).length > 0;
}
