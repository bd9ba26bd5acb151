import { writeAudit } from "@/lib/accounts/audit.store";
import { deletePosition, lockPosition } from "@/lib/checkouts/state/chain-position.store";
import { type Queryable, run, type Statement } from "@/lib/platform/database";
import { saveGaps } from "./chain-gaps.store";

/** SQL: in a transaction of several facts. */
const deleteHeaders: Statement = {
  name: "block_headers_forget",
  text: "DELETE FROM block_headers WHERE chain_id = $1",
};

/** Forgets how far the chain was scanned, with an audit entry. @returns false when it was never scanned */
export async function forgetPosition(connection: Queryable, chainId: number, at: Date): Promise<boolean> {
  const position = await lockPosition(connection, chainId);
  if (position === null) return false;
  await deletePosition(connection, chainId);
  await saveGaps(connection, chainId, []);
  await run(connection, deleteHeaders, [chainId]);
  const details = { blockNumber: position.blockNumber.toString() };
  const act = { action: "chain.position-forgotten", target: String(chainId), details, at } as const;
  await writeAudit(connection, { projectId: null, userId: null, ...act });
  return true;
}
