import type { Chain } from "@/lib/chain/chains.rules";
import { type ChainNode, ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import { logKey } from "@/lib/chain/transaction.rules";
import { hasQuorum, type Testimony, witness } from "@/lib/chain/witness";
import type { ScanParts } from "@/lib/payments/payments.parts";
import type { AwaitingFinality } from "@/lib/payments/recorded-logs.store";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { minuteMs } from "@/lib/platform/values/time.rules";
import { isDue } from "./scan/scan-memory";

/** How often we log that sweeps or refunds wait: a pass takes two seconds, a node may be down for hours. */
const waitingLogMs = minuteMs;

/** The logs that a node shows, by block; a block is absent when the node didn't answer about it. */
type LogsByBlock = ReadonlyMap<Hex, ReadonlySet<string>>;

/**
 * Compares recorded sweeps and refunds with the nodes before money counts as gone. Logs that are neither confirmed nor
 * refuted wait. A chain with a single node has no quorum: its scan recorded them.
 */
export async function confirmWithQuorum(
  deps: ScanParts,
  chain: Chain,
  logs: readonly AwaitingFinality[],
): Promise<{ confirmed: readonly AwaitingFinality[]; refuted: readonly AwaitingFinality[] }> {
  const { chainId } = chain;
  const nodes = deps.reader(chainId);
  if (!hasQuorum(nodes)) return { confirmed: logs, refuted: [] };
  const claims = logs.map(
    (log) =>
      (found: LogsByBlock): Testimony =>
        found.get(log.blockHash)?.has(keyOf(log)) ?? null,
  );
  const { verdicts } = await witness(claims, nodes, "quorum", (node) => readLogs(deps, node, logs));
  const confirmed = logs.filter((_, index) => verdicts[index] === "confirmed");
  const waiting = logs.length - confirmed.length;
  if (waiting > 0 && isDue(deps, `outgoing waits ${chainId}`, waitingLogMs))
    deps.log.warn({ chainId, waiting }, "sweeps or refunds wait for a quorum of nodes");
  return { confirmed, refuted: logs.filter((_, index) => verdicts[index] === "refuted") };
}

/** Block by block, each by its hash. */
async function readLogs(
  { log }: ScanParts,
  node: ChainNode,
  logs: readonly AwaitingFinality[],
): Promise<LogsByBlock> {
  const found = new Map<Hex, ReadonlySet<string>>();
  const blocks = new Map(logs.map(({ blockHash, blockNumber }) => [blockHash, blockNumber]));
  for (const [blockHash, number] of blocks) {
    const recorded = logs.filter((each) => each.blockHash === blockHash);
    try {
      found.set(blockHash, await readBlock(node, { blockHash, number }, recorded));
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      log.warn(
        { chainId: node.chainId, host: node.host, error },
        "a node did not answer about sweeps and refunds",
      );
    }
  }
  return found;
}

async function readBlock(
  node: ChainNode,
  block: { blockHash: Hex; number: bigint },
  recorded: readonly AwaitingFinality[],
): Promise<ReadonlySet<string>> {
  const byWallet = recorded.filter(({ kind }) => kind === "merchant_refund");
  const byDeposit = recorded.filter(({ kind }) => kind !== "merchant_refund");
  const to = byWallet.flatMap(({ toAddress }) => toAddress ?? []);
  const filter = { to, tokens: byWallet.map(({ tokenAddress }) => tokenAddress) };
  const contracts = byDeposit.map(({ depositAddress }) => depositAddress);
  const { transfers, sweeps, refunds } = await node.logs(block, filter, contracts);
  return new Set([
    ...transfers.map((log) => keyOf({ ...log, kind: "merchant_refund", toAddress: log.to })),
    ...sweeps.map((log) => keyOf({ ...log, kind: "sweep", toAddress: null })),
    ...refunds.map((log) => keyOf({ ...log, kind: "refund", toAddress: log.to })),
  ]);
}

function keyOf(
  log: Pick<AwaitingFinality, "kind" | "txHash" | "logIndex" | "tokenAddress" | "toAddress" | "amountUnits">,
): string {
  const { kind, tokenAddress, toAddress, amountUnits } = log;
  return [kind, logKey(log), tokenAddress, toAddress, amountUnits].join(" ");
}
