import type { RefundLog, SweepLog, TransferLog } from "@/lib/chain/chain-reader.port";
import type { Chain } from "@/lib/chain/chains.rules";
import type { RecordedLog } from "@/lib/checkouts/payment-store.port";
import type { Hex } from "@/lib/platform/hex.rules";
import type { Asked } from "./read-logs";

export type ReadLogs = {
  transfers: readonly TransferLog[];
  sweeps: readonly SweepLog[];
  refunds: readonly RefundLog[];
};

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
    // The same log may be a refund by its merchant's wallet.
    ...shown.transfers.map((log) => keyOf({ kind: "merchant_refund", ...log })),
    ...shown.sweeps.map((log) => keyOf({ kind: "sweep", ...log })),
    ...shown.refunds.map((log) => keyOf({ kind: "refund", ...log })),
  ]);
  const listed = new Set(chain.tokens.map(({ address }) => address));
  return {
    missed: {
      transfers: shown.transfers.filter((log) => !known.has(keyOf({ kind: "transfer", ...log }))),
      sweeps: shown.sweeps.filter((log) => !known.has(keyOf({ kind: "sweep", ...log }))),
      refunds: shown.refunds.filter((log) => !known.has(keyOf({ kind: "refund", ...log }))),
    },
    missing: recorded.filter(
      (log) => !seen.has(keyOf(log)) && listed.has(log.tokenAddress) && wasAskedFor(asked, log),
    ),
  };
}

function wasAskedFor({ transfers, sweepsOf }: Asked, log: RecordedLog): boolean {
  if (log.kind === "sweep" || log.kind === "refund")
    return sweepsOf === null || sweepsOf.includes(log.depositAddress);
  const receiver = log.toAddress ?? log.depositAddress;
  return transfers.some(
    ({ to, tokens }) =>
      (to === null || to.includes(receiver)) && (tokens === null || tokens.includes(log.tokenAddress)),
  );
}

function keyOf(log: { kind: RecordedLog["kind"]; blockHash: Hex; txHash: Hex; logIndex: number }): string {
  return `${log.kind} ${log.blockHash} ${log.txHash} ${log.logIndex}`;
}
