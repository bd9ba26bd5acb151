import type { ConnectionRequest } from "./connection";
import type { ApiDocument, RawAnswer } from "./document";
import { faultsOf } from "./judge";
import type { Row } from "./row";

/** Sends a request, and resolves to its answer. */
export type Send = (request: ConnectionRequest) => Promise<RawAnswer>;

/** Sends the rows one after the other. @returns the faults of each answer, after the row's name */
export async function runRows(rows: readonly Row[], document: ApiDocument, send: Send): Promise<string[]> {
  const faults: string[] = [];
  for (const row of rows) {
    try {
      const answer = await send(row.request);
      faults.push(...faultsOf(row, answer, document).map((fault) => `${row.name}: ${fault}`));
    } catch (error) {
      faults.push(`${row.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return faults;
}
