import type { Chain } from "@/lib/core/chains";
import type { Hex } from "@/lib/core/checkout";
import type { SweepLog, TransferLog } from "../ports/chain-reader";
import type { RecordedLog } from "../ports/payment-store";
import type { Asked } from "./read-logs";

export type ReadLogs = { transfers: readonly TransferLog[]; sweeps: readonly SweepLog[] };

/**
 * What one reading of a range shows against what was recorded of it: `missed` was not recorded yet, `missing` was
 * recorded and should have been shown. Of tokens that the chain does not list nothing is missing: few of them are kept.
 */
export function compareReadings(
  chain: Chain,
  asked: Asked,
  shown: ReadLogs,
  recorded: readonly RecordedLog[],
): { missed: ReadLogs; missing: RecordedLog[] } {
  const known = new Set(recorded.map(keyOf));
  const seen = new Set([
    ...shown.transfers.map((log) => keyOf({ kind: "transfer", ...log })),
    ...shown.sweeps.map((log) => keyOf({ kind: "sweep", ...log })),
  ]);
  const listed = new Set(chain.tokens.map(({ address }) => address));
  return {
    missed: {
      transfers: shown.transfers.filter((log) => !known.has(keyOf({ kind: "transfer", ...log }))),
      sweeps: shown.sweeps.filter((log) => !known.has(keyOf({ kind: "sweep", ...log }))),
    },
    missing: recorded.filter(
      (log) => !seen.has(keyOf(log)) && listed.has(log.tokenAddress) && wasAskedFor(asked, log),
    ),
  };
}

function wasAskedFor({ transfers, sweepsOf }: Asked, log: RecordedLog): boolean {
  if (log.kind === "sweep") return sweepsOf === null || sweepsOf.includes(log.depositAddress);
  return transfers.some(
    ({ to, tokens }) =>
      (to === null || to.includes(log.depositAddress)) &&
      (tokens === null || tokens.includes(log.tokenAddress)),
  );
}

function keyOf(log: { kind: RecordedLog["kind"]; blockHash: Hex; txHash: Hex; logIndex: number }): string {
  return `${log.kind} ${log.blockHash} ${log.txHash} ${log.logIndex}`;
}
