import type { Chain } from "@/lib/chain/chains.rules";
import {
  type BlockHeader,
  type ChainLogs,
  type ChainReader,
  ChainUnavailable,
  type LogRange,
  type TransferFilter,
} from "@/lib/chain/reader/chain-reader.port";
import { maxUnlistedLogs, type RecordDeps } from "@/lib/payments/record-transfers";
import type { Hex } from "@/lib/platform/values/hex.rules";

export type BlockRef = { number: bigint; hash: Hex };

export type ReadRequest = {
  chain: Chain;
  reader: ChainReader;
  fromBlock: bigint;
  toBlock: bigint;
  /** Headers that were already read. */
  known: readonly BlockHeader[];
  /** The block that the range must follow, if any; its headers are then read and kept. */
  follows: BlockRef | null;
  /** A block at or above the range that the node must have. */
  anchor: BlockRef | null;
  /** Asks for addresses that were watched at this time. */
  watchedAt: Date;
  /** Also asks for transfers to addresses that are no longer watched. */
  everything: boolean;
};

/** What we asked a node for, to tell which logs it left out. */
export type Asked = {
  transfers: readonly TransferFilter[];
  /** Sweeps and refunds of these deposit addresses, in the chain's tokens only; all when null. */
  sweepsOf: readonly Hex[] | null;
};

type LogsRead = { logs: ChainLogs; asked: Asked };

/**
 * The transfers and sweeps of a range. With few watched addresses we ask for their transfers of any token; with many,
 * for all transfers of the chain's tokens. Anyone can fill a block with worthless logs: when a single block is too
 * full, we narrow the filter as long as it still covers every payment.
 *
 * @throws ChainUnavailable
 */
export async function readChainLogs(
  deps: Pick<RecordDeps, "payments" | "log">,
  request: ReadRequest,
  last: BlockHeader,
): Promise<LogsRead> {
  const { chain, fromBlock, toBlock } = request;
  // Read after the head: an address paid in these blocks existed before they were made.
  const watched = await deps.payments.watchedAddresses(request.watchedAt, chain.maxFilterAddresses);
  const questions = questionsFor(request, watched);
  const single = fromBlock === toBlock;
  const range = single ? { blockHash: last.hash } : { fromBlock, toBlock, toBlockHash: last.hash };
  try {
    return await ask(request, range, questions[0] ?? [], null);
  } catch (error) {
    if (!single || !isTooMuch(error)) throw error;
  }
  deps.log.warn({ chainId: chain.chainId, block: toBlock }, "a block has too many logs: asking for fewer");
  return askForLess(deps, request, range, questions);
}

/** Each narrower or simpler than the one before. */
function questionsFor({ chain, everything }: ReadRequest, watched: Hex[] | null): TransferFilter[][] {
  const tokens = tokensOf(chain);
  const ofTokens: TransferFilter[] = tokens.length === 0 ? [] : [{ to: null, tokens }];
  if (watched === null) return [ofTokens];
  const toWatched: TransferFilter[] = watched.length === 0 ? [] : [{ to: watched, tokens: null }];
  if (everything) return [[...ofTokens, ...toWatched], ofTokens];
  if (watched.length === 0) return [[]];
  return [toWatched, tokens.length === 0 ? [] : [{ to: watched, tokens }], ofTokens];
}

/**
 * Narrows the sweeps too. Strangers can emit the same event, but not from a deposit address; an open deposit emits it
 * for anyone, but for a real token only when it holds some.
 */
async function askForLess(
  deps: Pick<RecordDeps, "payments">,
  request: ReadRequest,
  range: LogRange,
  [first = [], ...simpler]: readonly TransferFilter[][],
): Promise<LogsRead> {
  const attempts = [
    ...simpler.map((filters) => async () => ask(request, range, filters, null)),
    ...[first, ...simpler].map(
      (filters) => async () =>
        ask(request, range, filters, await deps.payments.unsweptAddresses(request.chain.chainId)),
    ),
  ];
  let tooMuch: unknown;
  for (const attempt of attempts) {
    try {
      return await attempt();
    } catch (error) {
      if (!isTooMuch(error)) throw error;
      tooMuch = error;
    }
  }
  throw tooMuch;
}

/** The first filter includes the sweeps, so that most ranges take one round trip. */
async function ask(
  { reader, chain }: ReadRequest,
  range: LogRange,
  filters: readonly TransferFilter[],
  sweepsOf: readonly Hex[] | null,
): Promise<LogsRead> {
  const [first = null, ...others] = filters;
  const answers: ChainLogs[] = [];
  for (const [index, part] of parts(sweepsOf, chain.maxFilterAddresses).entries()) {
    answers.push(
      await reader.logs(range, index === 0 ? first : null, ...(part === null ? [] : [part, tokensOf(chain)])),
    );
  }
  for (const filter of others) answers.push(await reader.logs(range, filter, []));
  const unique = new Map(
    answers.flatMap(({ transfers }) => transfers).map((log) => [`${log.txHash} ${log.logIndex}`, log]),
  );
  return {
    logs: {
      transfers: fewOfUnlisted(chain, [...unique.values()], ({ to }) => to),
      sweeps: fewOfUnlisted(
        chain,
        answers.flatMap(({ sweeps }) => sweeps),
        ({ depositAddress }) => depositAddress,
      ),
      refunds: fewOfUnlisted(
        chain,
        answers.flatMap(({ refunds }) => refunds),
        ({ depositAddress }) => depositAddress,
      ),
    },
    asked: { transfers: filters, sweepsOf },
  };
}

/** Of unlisted tokens, at most as many per address as we would record. */
function fewOfUnlisted<Log extends { tokenAddress: Hex }>(
  chain: Chain,
  logs: readonly Log[],
  addressOf: (log: Log) => Hex,
): Log[] {
  const listed = new Set(tokensOf(chain));
  const counts = new Map<Hex, number>();
  return logs.filter((log) => {
    if (listed.has(log.tokenAddress)) return true;
    const count = (counts.get(addressOf(log)) ?? 0) + 1;
    counts.set(addressOf(log), count);
    return count <= maxUnlistedLogs;
  });
}

function tokensOf({ tokens }: Chain): Hex[] {
  return tokens.map(({ address }) => address);
}

/** Splits the addresses into the size of filter that a node accepts. */
function parts(addresses: readonly Hex[] | null, size: number): (readonly Hex[] | null)[] {
  if (addresses === null) return [null];
  const count = Math.max(1, Math.ceil(addresses.length / size));
  return Array.from({ length: count }, (_, index) => addresses.slice(index * size, (index + 1) * size));
}

function isTooMuch(error: unknown): boolean {
  return error instanceof ChainUnavailable && error.rangeTooWide;
}
