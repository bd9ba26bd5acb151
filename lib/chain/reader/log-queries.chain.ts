import type { RpcAnswer, RpcCall } from "@/lib/chain/rpc/answers";
import type { LearnedSize } from "@/lib/chain/rpc/sizes";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { blockCall, readSweeps, readTransfers, sweepsCall, transfersCall } from "./blocks.chain";
import type {
  LogRange,
  NarrowerLogs,
  RefundLog,
  SweepLog,
  TransferFilter,
  TransferLog,
} from "./chain-reader.port";

/** A list of addresses in more parts than this costs more than all logs of the tokens, filtered here. */
const mostParts = 4;

export type Outgoing = { sweeps: SweepLog[]; refunds: RefundLog[] };

/** A call for logs, and how to read its answer. */
export type LogQuery<Logs> = { call: RpcCall; read: (answer: RpcAnswer) => Logs };

/** The block that a node must have, so that its logs count. */
export type Proof = { call: RpcCall; hash: Hex; number: bigint | null };

export type Question = {
  filter: TransferFilter | null;
  sweepsOf: readonly Hex[] | null;
  sweptTokens: readonly Hex[] | null;
  narrower: NarrowerLogs | null;
};

type AnyLogs = { transfers: TransferLog[] } | Outgoing;

/**
 * All that a question asks for; empty when its filters leave nothing.
 * @param withList by the list of addresses, and not by filtering all logs of the tokens here
 */
export function queriesFor(
  range: LogRange,
  { filter, sweepsOf, sweptTokens, narrower }: Question,
  addresses: LearnedSize,
  withList: boolean,
): LogQuery<AnyLogs>[] {
  const outgoing = partsOf(sweepsOf, addresses).flatMap((part) => outgoingQueries(range, part, sweptTokens));
  if (filter === null) return outgoing;
  if (filter.to === null || narrower === null || withList)
    return [
      ...partsOf(filter.to, addresses).flatMap((to) => transferQueries(range, { ...filter, to })),
      ...outgoing,
    ];
  const matchesRecipient = isTo(filter.to);
  const tokens = filter.tokens ?? narrower.tokens;
  const all = transferQueries(range, { to: null, tokens }).map(({ call, read }) => ({
    call,
    read: (answer: RpcAnswer) => ({ transfers: read(answer).transfers.filter(matchesRecipient) }),
  }));
  return [...all, ...outgoing];
}

export function isListTooLong({ filter, narrower }: Question, addresses: LearnedSize): boolean {
  return narrower !== null && partsOf(filter?.to ?? null, addresses).length > mostParts;
}

export function transferQueries(
  range: LogRange,
  filter: TransferFilter,
): LogQuery<{ transfers: TransferLog[] }>[] {
  const call = transfersCall(range, filter);
  if (call === null) return [];
  return [{ call, read: (answer) => ({ transfers: readTransfers(answer, range, filter) }) }];
}

export function outgoingQueries(
  range: LogRange,
  contracts: readonly Hex[] | null,
  tokens: readonly Hex[] | null,
): LogQuery<Outgoing>[] {
  const lists = [contracts ?? undefined, tokens ?? undefined] as const;
  const call = sweepsCall(range, ...lists);
  return call === null ? [] : [{ call, read: (answer) => readSweeps(answer, range, ...lists) }];
}

export function isTo(addresses: readonly Hex[]): (log: TransferLog) => boolean {
  const ours = lowerCase(addresses);
  return ({ to }) => ours.has(to);
}

export function ofContracts({ sweeps, refunds }: Outgoing, contracts: readonly Hex[]): Outgoing {
  const ours = lowerCase(contracts);
  const isRequested = ({ depositAddress }: SweepLog) => ours.has(depositAddress);
  return { sweeps: sweeps.filter(isRequested), refunds: refunds.filter(isRequested) };
}

function lowerCase(addresses: readonly Hex[]): ReadonlySet<string> {
  return new Set(addresses.map((each) => each.toLowerCase()));
}

/** The list in parts that the node accepts; null stays whole. */
function partsOf(list: readonly Hex[] | null, addresses: LearnedSize): (readonly Hex[] | null)[] {
  if (list === null) return [null];
  const size = addresses.next(list.length);
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );
}

/** The call that shows the range's last block; null when the node has shown it, or no block is named. */
export function proofOf(range: LogRange, hasBlock: (blockHash: Hex) => boolean): Proof | null {
  if ("blockHash" in range) {
    const hash = range.blockHash.toLowerCase() as Hex;
    if (hasBlock(hash)) return null;
    return { call: { method: "eth_getBlockByHash", params: [hash, false] }, hash, number: null };
  }
  const { toBlock, toBlockHash } = range;
  if (toBlockHash === undefined) return null;
  return { call: blockCall(toBlock), hash: toBlockHash.toLowerCase() as Hex, number: toBlock };
}

/** The same block by its number, for nodes that know no `blockHash` in a filter. */
export function sameByNumber({ blockHash, number }: Extract<LogRange, { blockHash: Hex }>) {
  if (number === undefined) return null;
  const range = { fromBlock: number, toBlock: number, toBlockHash: blockHash };
  return { range, proof: proofOf(range, () => false) };
}
