import type { Chain } from "@/lib/chain/chains.rules";
import type {
  BlockHeader,
  ChainLogs,
  ChainReader,
  NarrowerLogs,
  TransferFilter,
} from "@/lib/chain/reader/chain-reader.port";
import { logKey } from "@/lib/chain/transaction.rules";
import type { ScanParts } from "@/lib/payments/payments.parts";
import { maxUnlistedLogs } from "@/lib/payments/record-transfers";
import type { Hex } from "@/lib/platform/values/hex.rules";

export type LogsRequest = {
  chain: Chain;
  reader: ChainReader;
  fromBlock: bigint;
  toBlock: bigint;
  /** Asks for addresses that were watched at this time. */
  watchedAt: Date;
  /** Also asks for transfers to addresses that are no longer watched. */
  everything?: boolean;
};

/** The logs requested from a node: a recorded one that is not returned is missing. */
export type RequestedLogs = {
  transfers: readonly TransferFilter[];
  /** Sweeps and refunds of these deposit addresses, in the chain's tokens only; all when null. */
  sweepsOf: readonly Hex[] | null;
};

type LogsRead = { logs: ChainLogs; requested: RequestedLogs };

/**
 * The transfers and sweeps of a range. With few watched addresses we ask for their transfers of any token; with many,
 * for all transfers of the chain's tokens. Anyone can fill a block with worthless logs: from a node that refuses it, the
 * tokens that pay are enough, and what left deposits that hold funds. Strangers can emit the same events, but not from
 * a deposit address; an open deposit emits them for anyone, but for a real token only when it holds some.
 *
 * @throws ChainUnavailable
 */
export async function readChainLogs(
  deps: ScanParts,
  request: LogsRequest,
  last: BlockHeader,
): Promise<LogsRead> {
  const { chain, reader, fromBlock, toBlock } = request;
  // Read after the head: an address paid in these blocks existed before they were made.
  const watched = await deps.deposits.watchedAddresses(request.watchedAt, chain.maxFilterAddresses);
  const range =
    fromBlock === toBlock
      ? { blockHash: last.hash, number: toBlock }
      : { fromBlock, toBlock, toBlockHash: last.hash };
  let sweepsOf: readonly Hex[] | null = null;
  const tokens = tokensOf(chain);
  const narrower: NarrowerLogs = {
    tokens,
    async sweepsOf() {
      sweepsOf ??= await deps.recordedLogs.unsweptAddresses(chain.chainId);
      return sweepsOf;
    },
  };
  const transfers = filtersFor(request, tokens, watched);
  const [first = null, ...others] = transfers;
  // The first filter includes the sweeps, so that most ranges take one round trip.
  const answers = [await reader.logs(range, first, undefined, undefined, narrower)];
  for (const filter of others) answers.push(await reader.logs(range, filter, [], undefined, narrower));
  const unique = new Map(answers.flatMap((logs) => logs.transfers).map((log) => [logKey(log), log]));
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
    requested: { transfers, sweepsOf },
  };
}

function filtersFor(
  { everything = false }: LogsRequest,
  tokens: Hex[],
  watched: Hex[] | null,
): TransferFilter[] {
  const ofTokens: TransferFilter[] = tokens.length === 0 ? [] : [{ to: null, tokens }];
  if (watched === null) return ofTokens;
  const toWatched: TransferFilter[] = watched.length === 0 ? [] : [{ to: watched, tokens: null }];
  return everything ? [...ofTokens, ...toWatched] : toWatched;
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
