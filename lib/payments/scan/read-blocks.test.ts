import { expect, it } from "vitest";
import type { ChainReader } from "@/lib/chain/reader/chain-reader.port";
import type { PaymentStore } from "@/lib/checkouts/state/payment-store.port";
import { blockHash, buildChain, buildHeader, noon } from "@/lib/testing/builders";
import { ContradictoryBlocks, headerWindow, readBlocks } from "./read-blocks";
import type { ReadRequest } from "./read-logs";

const deps = {
  payments: { recordedBlocks: async () => [], watchedAddresses: async () => [] } as unknown as PaymentStore,
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
};

/** Reads the `count` blocks after block 10, of a node that has the given block 10. */
function read(count: number, theirs: { hash: `0x${string}` }) {
  const chain = [...Array(200).keys()].map((number) =>
    number === 10 ? { ...buildHeader(10n), ...theirs } : buildHeader(BigInt(number)),
  );
  const reader: Pick<ChainReader, "chainId" | "headers" | "logs"> = {
    chainId: 31337,
    headers: async (numbers) => numbers.map((number) => chain[Number(number)] ?? null),
    logs: async () => ({ transfers: [], sweeps: [], refunds: [] }),
  };
  const request: ReadRequest = {
    chain: buildChain(),
    reader: reader as ChainReader,
    fromBlock: 11n,
    toBlock: 10n + BigInt(count),
    known: [],
    follows: buildHeader(10n),
    anchor: null,
    watchedAt: noon,
    everything: false,
  };
  return readBlocks(deps, request);
}

it("reads a range that follows from the block before, and none of that block's header", async () => {
  for (const count of [1, headerWindow, headerWindow + 1, 150]) {
    const { headers, last } = await read(count, { hash: blockHash(10n) });
    expect(last.number).toBe(10n + BigInt(count));
    expect(headers.map(({ number }) => number)).not.toContain(10n);
  }
});

it("refuses a range too wide for every parent to be read when the node has another block before it", async () => {
  await expect(read(headerWindow + 1, { hash: blockHash(10n, 1) })).rejects.toThrow(ContradictoryBlocks);
});
