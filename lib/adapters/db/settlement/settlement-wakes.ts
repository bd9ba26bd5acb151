import type { SettlementStore } from "@/lib/services/ports/settlement-store";
import { type Queryable, run, type Statement } from "../database";

const upsertWake: Statement = {
  name: "settlements_wake_later",
  text: `
    INSERT INTO settlement_wakes AS wake (chain_id, due_at, from_block) VALUES ($1, $2, $3)
    ON CONFLICT (chain_id) DO UPDATE SET
      due_at = least(wake.due_at, excluded.due_at), from_block = least(wake.from_block, excluded.from_block)`,
};

export async function wakeLater(
  connection: Queryable,
  ...[chainId, { at, block }]: Parameters<SettlementStore["wakeLater"]>
): Promise<void> {
  if (at !== null || block !== null) await run(connection, upsertWake, [chainId, at, block]);
}

/** Asked with every look at a chain: one row by its key, which changes only when it is time. */
const takeDueWake: Statement = {
  name: "settlements_take_wake",
  text: `
    UPDATE settlement_wakes SET
      due_at = CASE WHEN due_at > $2::timestamptz THEN due_at END,
      from_block = CASE WHEN from_block > coalesce($3::bigint, -1) THEN from_block END
    WHERE chain_id = $1 AND (due_at <= $2::timestamptz OR from_block <= $3::bigint)
    RETURNING chain_id`,
};

export async function takeWake(
  connection: Queryable,
  ...[chainId, now, settledUpTo]: Parameters<SettlementStore["takeWake"]>
): Promise<boolean> {
  return (await run(connection, takeDueWake, [chainId, now, settledUpTo])).length > 0;
}
