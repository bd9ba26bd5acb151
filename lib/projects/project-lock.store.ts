import { type Queryable, run, type Statement } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** Not FOR UPDATE: that would wait for everyone who merely inserts a row naming the project. SQL: lock. */
const lockRow: Statement = {
  name: "projects_lock",
  text: "SELECT name, settlement_wallet, deleted_at FROM projects WHERE id = $1 FOR NO KEY UPDATE",
};

type Row = { name: string; settlement_wallet: Hex; deleted_at: Date | null };

/**
 * From here to the end of the transaction no one else changes the project, its people or its limits.
 * @returns null when there is no such project (any more)
 */
export async function lockProject(
  connection: Queryable,
  projectId: string | null,
): Promise<{ name: string; settlementWallet: Hex } | null> {
  const [row] = await run<Row>(connection, lockRow, [projectId]);
  if (row === undefined || row.deleted_at !== null) return null;
  return { name: row.name, settlementWallet: row.settlement_wallet };
}
