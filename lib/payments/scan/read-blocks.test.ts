import { describe, expect, it } from "vitest";
import type { Chain } from "@/lib/chain/chains.rules";
import type {
  ChainReader,
  NarrowerLogs,
  SweepLog,
  TransferFilter,
  TransferLog,
} from "@/lib/chain/reader/chain-reader.port";
import type { ScanParts } from "@/lib/payments/payments.parts";
import { maxUnlistedLogs } from "@/lib/payments/record-transfers";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { blockHash, buildChain, buildHeader, noon, uniqueHex, usdc, usdt } from "@/lib/testing/builders";
import { partsOf } from "@/lib/testing/parts";
import { ContradictoryBlocks, type ReadRequest, readBlocks } from "./read-blocks";
import { readChainLogs } from "./read-logs";
import { headerWindow } from "./scan-plan.rules";

const deps = partsOf<ScanParts>({
  deposits: { watchedAddresses: async () => [] },
  recordedLogs: { blocks: async () => [], unsweptAddresses: async () => [] },
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
});

/** Reads the `count` blocks after block 10, of a node that has the given block 10. */
function read(count: number, theirs: { hash: `0x${string}` }) {
  const chain = [...Array(200).keys()].map((number) =>
    number === 10 ? { ...buildHeader(10n), ...theirs } : buildHeader(BigInt(number)),
  );
  const reader: Pick<ChainReader, "chainId" | "headers" | "logs" | "blocksAtOnce"> = {
    chainId: 31337,
    blocksAtOnce: () => 1_000,
    headers: async (numbers) => numbers.map((number) => chain[Number(number)] ?? null),
    logs: async () => ({ transfers: [], sweeps: [], refunds: [] }),
  };
  const request: ReadRequest = {
    chain: buildChain(),
    reader: reader as ChainReader,
    fromBlock: 11n,
    limit: 10n + BigInt(count),
    follows: buildHeader(10n),
    watchedAt: noon,
  };
  return readBlocks(deps, request);
}

it("reads a range that follows the previous block, without that block's header", async () => {
  for (const count of [1, headerWindow, headerWindow + 1, 150]) {
    const { headers, last } = await read(count, { hash: blockHash(10n) });
    expect(last.number).toBe(10n + BigInt(count));
    expect(headers.map(({ number }) => number)).not.toContain(10n);
  }
});

it("refuses a range too wide to read every parent when the node has another previous block", async () => {
  await expect(read(headerWindow + 1, { hash: blockHash(10n, 1) })).rejects.toThrow(ContradictoryBlocks);
});

const last = buildHeader(100n);
const tokens = [usdc, usdt];
const watchedOne = uniqueHex(20);
const unswept = [uniqueHex(20), uniqueHex(20), uniqueHex(20)];
const ofTokens: TransferFilter = { to: null, tokens };
const toWatched: TransferFilter = { to: [watchedOne], tokens: null };

type Question = {
  filter: TransferFilter | null;
  sweepsOf: readonly Hex[] | undefined;
  narrower: NarrowerLogs | undefined;
};

/** @param isNarrowed whether the reader asks for fewer sweeps, since the node refused them all */
async function readLogsOf(
  options: {
    watched?: Hex[] | null;
    single?: boolean;
    everything?: boolean;
    chain?: Partial<Chain>;
    isNarrowed?: boolean;
    transfers?: TransferLog[];
    sweeps?: SweepLog[];
  } = {},
) {
  const asked: Question[] = [];
  const watched = options.watched === undefined ? [watchedOne] : options.watched;
  const reader: Pick<ChainReader, "chainId" | "logs"> = {
    chainId: 31337,
    logs: async (_, filter, sweepsOf, _sweptTokens, narrower) => {
      asked.push({ filter, sweepsOf, narrower });
      if (options.isNarrowed) await narrower?.sweepsOf?.();
      return { transfers: options.transfers ?? [], sweeps: options.sweeps ?? [], refunds: [] };
    },
  };
  const deps = partsOf<ScanParts>({
    deposits: { watchedAddresses: async () => watched },
    recordedLogs: { unsweptAddresses: async () => unswept },
  });
  const request = {
    chain: buildChain(options.chain),
    reader: reader as ChainReader,
    fromBlock: options.single ? 100n : 90n,
    toBlock: 100n,
    watchedAt: noon,
    everything: options.everything ?? false,
  };
  return { found: await readChainLogs(deps, request, last), asked };
}

describe("one request for logs", () => {
  it("requests transfers of every token to the watched addresses, while they are few", async () => {
    const { asked } = await readLogsOf();
    expect(asked).toMatchObject([{ filter: toWatched, sweepsOf: undefined }]);
  });

  it("requests all transfers of the chain's tokens, when they are many", async () => {
    const { asked } = await readLogsOf({ watched: null });
    expect(asked).toMatchObject([{ filter: ofTokens, sweepsOf: undefined }]);
  });

  it("requests sweeps but no transfers when nothing is watched", async () => {
    const { asked } = await readLogsOf({ watched: [] });
    expect(asked).toMatchObject([{ filter: null, sweepsOf: undefined }]);
  });

  it("requests no transfers when the chain lists no token and too many are watched", async () => {
    const { asked } = await readLogsOf({ watched: null, chain: { tokens: [] } });
    expect(asked).toMatchObject([{ filter: null, sweepsOf: undefined }]);
  });

  it("requests both after a reorg, with each transfer once and sweeps once", async () => {
    const log = transfer(usdc);
    const { asked, found } = await readLogsOf({ everything: true, transfers: [log] });
    expect(asked).toMatchObject([
      { filter: ofTokens, sweepsOf: undefined },
      { filter: toWatched, sweepsOf: [] },
    ]);
    expect(found.logs.transfers).toEqual([log]);
  });
});

it("reads a refused block by the chain's tokens, and by funded deposits", async () => {
  const { asked, found } = await readLogsOf({ single: true });
  expect(asked[0]?.narrower?.tokens).toEqual(tokens);
  expect(found.requested).toEqual({ transfers: [toWatched], sweepsOf: null });

  const narrowed = await readLogsOf({ single: true, isNarrowed: true });
  expect(narrowed.found.requested).toEqual({ transfers: [toWatched], sweepsOf: unswept });
});

it("stores few transfers of an unlisted token per address, and all of a listed one", async () => {
  const worthless = uniqueHex(20);
  const flood = Array.from({ length: 5_000 }, () => transfer(worthless));
  const money = Array.from({ length: 100 }, () => transfer(usdc));
  const another = transfer(worthless, uniqueHex(20));
  const { found } = await readLogsOf({ transfers: [...flood, ...money, another] });
  expect(found.logs.transfers).toEqual([...flood.slice(0, maxUnlistedLogs), ...money, another]);
});

it("stores few sweeps of an unlisted token per deposit, and all of a listed one", async () => {
  const [worthless, [deposit = watchedOne, another = watchedOne]] = [uniqueHex(20), unswept];
  const flood = Array.from({ length: 5_000 }, () => sweep(worthless, deposit));
  const money = [sweep(usdc, deposit), sweep(worthless, another)];
  const { found } = await readLogsOf({ sweeps: [...flood, ...money] });
  expect(found.logs.sweeps).toEqual([...flood.slice(0, maxUnlistedLogs), ...money]);
});

function sweep(tokenAddress: Hex, depositAddress: Hex): SweepLog {
  const { from: _from, to: _to, ...log } = transfer(tokenAddress);
  return { ...log, depositAddress };
}

function transfer(tokenAddress: Hex, to = watchedOne): TransferLog {
  return {
    blockNumber: 100n,
    blockHash: last.hash,
    txHash: uniqueHex(32),
    logIndex: 0,
    tokenAddress,
    from: uniqueHex(20),
    to,
    amountUnits: 1n,
  };
}
