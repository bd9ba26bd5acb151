import type { Chain } from "@/lib/core/chains";
import type { Hex } from "@/lib/core/checkout";
import { type ChainNodes, ChainUnavailable } from "../ports/chain-reader";
import type { PaymentStore } from "../ports/payment-store";
import type { BookedLog, ReconcileStore } from "../ports/reconcile-store";
import { findBlockBefore } from "../scan/find-block-before";
import type { Check } from "./reconcile";
import { stillReading } from "./reconcile-chain-balances";

type Deps = { payments: PaymentStore; books: ReconcileStore; reader: (chainId: number) => ChainNodes };

type Log = Omit<BookedLog, "checkoutId">;

/**
 * Reads the logs of the checkouts' deposit addresses again, from before the oldest of them up to the scanned
 * block, and holds them against those recorded, both ways. Of tokens that the chain does not list not every
 * transfer is kept, but what is kept must be there.
 */
export function compareLogs(deps: Deps, chain: Chain): Check {
  const { chainId } = chain;
  const listed = new Set(chain.tokens.map(({ address }) => address));
  return async (ids) => {
    const position = await deps.payments.position(chainId);
    if (position === null) return [];
    if (position.gapReadThrough !== null) return [stillReading(chainId, position.gapReadThrough)];
    const owners = await deps.books.addresses(ids);
    const [oldest] = owners.map(({ createdAt }) => createdAt.getTime()).sort((a, b) => a - b);
    if (oldest === undefined) return [];
    try {
      const nodes = deps.reader(chainId);
      const head = await nodes.header(position.blockNumber);
      if (head === null)
        throw new ChainUnavailable(`chain ${chainId}: no node has block ${position.blockNumber}`);
      const from = (await findBlockBefore(nodes, new Date(oldest), head)).number;
      const addresses = owners.map(({ depositAddress }) => depositAddress);
      const onChain = await readAll(nodes, chain, addresses, from, head.number);
      const recorded = await deps.books.logs(chainId, ids, head.number);

      const ownerOf = new Map(owners.map(({ depositAddress, checkoutId }) => [depositAddress, checkoutId]));
      const known = new Set(recorded.map(keyOf));
      const shown = new Set(onChain.map(keyOf));
      const missing = onChain.filter((log) => listed.has(log.tokenAddress) && !known.has(keyOf(log)));
      const invented = recorded.filter((log) => log.blockNumber >= from && !shown.has(keyOf(log)));
      return [
        ...missing.map((log) => ({
          checkoutId: ownerOf.get(log.depositAddress) ?? null,
          chainId,
          text: `not recorded: ${inWords(log)}`,
        })),
        ...invented.map((log) => ({
          checkoutId: log.checkoutId,
          chainId,
          text: `recorded, and not on the chain: ${inWords(log)}`,
        })),
      ];
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      const text = `logs of chain ${chainId} could not be read: ${error.message}`;
      return [{ checkoutId: null, chainId, text }];
    }
  };
}

async function readAll(
  nodes: ChainNodes,
  chain: Chain,
  addresses: readonly Hex[],
  from: bigint,
  to: bigint,
): Promise<Log[]> {
  const ours = new Set(addresses);
  const found: Log[] = [];
  let width = BigInt(chain.maxBlockRange);
  for (let fromBlock = from; fromBlock <= to; ) {
    const end = fromBlock + width - 1n;
    const toBlock = end < to ? end : to;
    try {
      const logs = await nodes.logs({ fromBlock, toBlock }, { to: addresses, tokens: null }, addresses);
      for (const log of logs.transfers) found.push({ ...log, kind: "transfer", depositAddress: log.to });
      for (const log of logs.sweeps) {
        if (ours.has(log.depositAddress)) found.push({ ...log, kind: "sweep" });
      }
      for (const log of logs.refunds) {
        if (ours.has(log.depositAddress)) found.push({ ...log, kind: "refund" });
      }
      fromBlock = toBlock + 1n;
    } catch (error) {
      if (!(error instanceof ChainUnavailable && error.rangeTooWide) || width === 1n) throw error;
      width /= 2n;
    }
  }
  return found;
}

function keyOf(log: Log): string {
  const { kind, depositAddress, tokenAddress, blockHash, txHash, logIndex, amountUnits } = log;
  return [kind, depositAddress, tokenAddress, blockHash, txHash, logIndex, amountUnits].join(" ");
}

function inWords({ kind, tokenAddress, depositAddress, amountUnits, blockNumber, txHash, logIndex }: Log) {
  return `${kind} of ${amountUnits} ${tokenAddress} at ${depositAddress}, block ${blockNumber}, ${txHash}#${logIndex}`;
}
