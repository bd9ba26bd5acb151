import type { Chain } from "@/lib/chain/chains.rules";
import { type ChainNodes, ChainUnavailable, type TransferLog } from "@/lib/chain/reader/chain-reader.port";
import { readInParts } from "@/lib/chain/reader/end-of-read";
import { logKey } from "@/lib/chain/transaction.rules";
import { majorityBalances } from "@/lib/chain/witness";
import type { BalanceStore } from "@/lib/checkouts/balances/balance.store";
import type { PositionStore } from "@/lib/checkouts/state/chain-position.store";
import { findBlockBefore } from "@/lib/payments/scan/find-base";
import type { Clock } from "@/lib/platform/clock";
import type { NewId } from "@/lib/platform/ids";
import type { IncidentStore } from "@/lib/platform/incidents/incident-store.port";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { type AwaitedRefund, matchRefunds } from "@/lib/refunds/refund-matching.rules";
import type { BookedLog, ReconcileStore } from "./reconcile.store";

/** What reconciliation checks: the books against themselves, and the books against the chain. */
export const reconcileAreas = [
  /** The ledger is the sum of the canonical transfers, sweeps and refund payments, each source once. */
  "ledger",
  /** A checkout's sums are those of its transfers and refunds. */
  "sums",
  /** An event exists exactly when its transition did, with a delivery for every subscribed endpoint. */
  "events",
  /** Each checkout has the status that its facts call for. */
  "standing",
  /** Each deposit address holds the booked balance. */
  "balances",
  /** The recorded logs are those of the chain. */
  "logs",
  /** Open incidents. */
  "incidents",
] as const;

export type ReconcileArea = (typeof reconcileAreas)[number];

/** A discrepancy, in words with ids and amounts. */
export type Finding = {
  area: ReconcileArea;
  checkoutId: string | null;
  chainId: number | null;
  text: string;
};

/** A check of some checkouts on one chain, or on null when it concerns no chain. */
export type Check = (checkoutIds: readonly string[]) => Promise<Omit<Finding, "area">[]>;

export type ReconcileParts = {
  clock: Clock;
  newId: NewId;
  chains: readonly Chain[];
  positions: PositionStore;
  incidents: IncidentStore;
  balances: BalanceStore;
  books: ReconcileStore;
  reader: (chainId: number) => ChainNodes;
};

/**
 * Compares the balances of the checkouts' deposit addresses, after the scanned block, with the books. A chain that was
 * never scanned has no books.
 */
export function compareBalances(deps: ReconcileParts, chain: Chain): Check {
  const { chainId } = chain;
  const tokens = chain.tokens.map(({ address }) => address);
  return async (ids) => {
    const position = await deps.positions.find(chainId);
    if (position === null) return [];
    if (position.gapReadThrough !== null) return [stillReading(chainId, position.gapReadThrough)];
    const at = { number: position.blockNumber, hash: position.blockHash };
    const books = await deps.balances.books(chainId, ids, tokens, at.number);
    const queries = books.map(({ tokenAddress, depositAddress }) => ({
      tokenAddress,
      address: depositAddress,
    }));
    try {
      const balances = await majorityBalances(deps.reader(chainId), at, queries);
      return books.flatMap(({ checkoutId, depositAddress, tokenAddress, units, leavingUnits }, index) => {
        const held = balances[index] ?? [];
        const isBooked = held.every((balance) => balance <= units && balance >= units - leavingUnits);
        if (held.length > 0 && isBooked) return [];
        const text =
          held.length === 0
            ? `${tokenAddress} on chain ${chainId} gives no balance of ${depositAddress}; the books say ${units}`
            : `${depositAddress} holds ${held.join(" or ")} of ${tokenAddress} on chain ${chainId} after block ${at.number}; the books say ${units}`;
        return [{ checkoutId, chainId, text }];
      });
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      return [
        {
          checkoutId: null,
          chainId,
          text: `balances on chain ${chainId} could not be read: ${error.message}`,
        },
      ];
    }
  };
}

/** After an outage the scan jumps to the head; the blocks between are not in the books yet. */
function stillReading(chainId: number, readThrough: Date): Omit<Finding, "area"> {
  const text = `blocks of chain ${chainId} after ${readThrough.toISOString()} are still being read: compare again later`;
  return { checkoutId: null, chainId, text };
}

type Log = Omit<BookedLog, "checkoutId">;
type Range = { fromBlock: bigint; toBlock: bigint; toBlockHash: Hex };

const kindInWords: Readonly<Record<Log["kind"], string>> = {
  transfer: "transfer",
  sweep: "sweep",
  refund: "refund",
  merchant_refund: "refund by the merchant's wallet",
};

/**
 * Reads the logs of the checkouts' deposit addresses again, from before the oldest up to the scanned block, and
 * compares them with the recorded ones, both ways. For unlisted tokens we keep only some transfers, but those must
 * exist. It also reads transfers from the merchants' wallets to the destinations of refunds: one that would pay a
 * waiting refund was missed.
 */
export function compareLogs(deps: ReconcileParts, chain: Chain): Check {
  const { chainId } = chain;
  const listed = new Set(chain.tokens.map(({ address }) => address));
  return async (ids) => {
    const position = await deps.positions.find(chainId);
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
      const recorded = await deps.books.logs(chainId, ids, head.number);
      const awaited = await deps.books.awaitedRefunds(chainId, ids);
      const range = { fromBlock: from, toBlock: head.number, toBlockHash: head.hash };
      const atDeposits = await readDeposits(nodes, chain, addresses, range);
      const byWallets = await readTransfers(
        nodes,
        chain,
        [
          ...awaited.map(({ destinationAddress }) => destinationAddress),
          ...recorded.filter(({ kind }) => kind === "merchant_refund").map(({ address }) => address),
        ],
        range,
      );
      const onChain = [...atDeposits, ...byWallets.map(toWalletLog)];

      const ownerOf = new Map(owners.map(({ depositAddress, checkoutId }) => [depositAddress, checkoutId]));
      const known = new Set(recorded.map(keyOf));
      const present = new Set(onChain.map(keyOf));
      const missing = atDeposits.filter((log) => listed.has(log.tokenAddress) && !known.has(keyOf(log)));
      const invented = recorded.filter((log) => log.blockNumber >= from && !present.has(keyOf(log)));
      return [
        ...missing.map((log) => ({
          checkoutId: ownerOf.get(log.address) ?? null,
          chainId,
          text: `not recorded: ${inWords(log)}`,
        })),
        ...(await unmatched(deps, nodes, awaited, byWallets)),
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

/** Transfers by wallet that are no refund's payment and would pay a waiting one. */
async function unmatched(
  { books }: ReconcileParts,
  nodes: ChainNodes,
  awaited: readonly AwaitedRefund[],
  transfers: readonly TransferLog[],
): Promise<Omit<Finding, "area">[]> {
  const wallets = new Set(awaited.map(({ merchantAddress }) => merchantAddress));
  const sent = transfers.filter(({ from }) => wallets.has(from));
  if (sent.length === 0) return [];
  const { chainId } = nodes;
  const paying = await books.refundPaymentsIn(chainId, [...new Set(sent.map(({ txHash }) => txHash))]);
  const places = new Set(paying.map(logKey));
  const free = sent.filter((log) => !places.has(logKey(log)));
  const numbers = [...new Set(free.map(({ blockNumber }) => blockNumber))];
  const headers = new Map(
    (await nodes.headers(numbers)).flatMap((header) => (header ? [[header.hash, header]] : [])),
  );
  const timed = free.flatMap((log) => {
    const header = headers.get(log.blockHash);
    if (header === undefined) return [];
    const from = { account: "MERCHANT" as const, merchantAddress: log.from };
    return [{ ...log, chainId, from, blockTimestamp: header.timestamp }];
  });
  return [...matchRefunds(timed, awaited)].map(([log, refundId]) => ({
    checkoutId: awaited.find(({ id }) => id === refundId)?.checkoutId ?? null,
    chainId,
    text: `not recorded: ${inWords({ ...log, kind: "merchant_refund", address: log.to })}, which pays ${refundId}`,
  }));
}

async function readDeposits(
  nodes: ChainNodes,
  chain: Chain,
  addresses: readonly Hex[],
  range: Range,
): Promise<Log[]> {
  const ours = new Set(addresses);
  const read = await readInParts(nodes, chain, range, (part) =>
    nodes.logs(part, { to: addresses, tokens: null }, addresses),
  );
  return read.flatMap(({ transfers, sweeps, refunds }): Log[] => [
    ...transfers.map((log) => ({ ...log, kind: "transfer" as const, address: log.to })),
    ...[
      ...sweeps.map((log) => ({ ...log, kind: "sweep" as const, address: log.depositAddress })),
      ...refunds.map((log) => ({ ...log, kind: "refund" as const, address: log.depositAddress })),
    ].filter(({ address }) => ours.has(address)),
  ]);
}

/** In the chain's tokens only: refunds use no others. */
async function readTransfers(
  nodes: ChainNodes,
  chain: Chain,
  destinations: readonly Hex[],
  range: Range,
): Promise<TransferLog[]> {
  const to = [...new Set(destinations)];
  if (to.length === 0) return [];
  const tokens = chain.tokens.map(({ address }) => address);
  const read = await readInParts(nodes, chain, range, (part) => nodes.logs(part, { to, tokens }, []));
  return read.flatMap(({ transfers }) => transfers);
}

function toWalletLog(log: TransferLog): Log {
  return { ...log, kind: "merchant_refund", address: log.to };
}

function keyOf(log: Log): string {
  const { kind, address, tokenAddress, blockHash, amountUnits } = log;
  return [kind, address, tokenAddress, blockHash, logKey(log), amountUnits].join(" ");
}

function inWords({ kind, tokenAddress, address, amountUnits, blockNumber, txHash, logIndex }: Log) {
  return `${kindInWords[kind]} of ${amountUnits} ${tokenAddress} at ${address}, block ${blockNumber}, ${txHash}#${logIndex}`;
}
