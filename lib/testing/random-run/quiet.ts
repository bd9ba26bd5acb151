import { setTimeout as sleep } from "node:timers/promises";
import type { Books } from "./books";
import type { PlayChain } from "./payers";

const quietWithinMs = 180_000;
const reviewedWithinMs = 150_000;

/** Newest blocks by chain. */
export type Heads = ReadonlyMap<number, bigint>;

async function headsOf(chains: readonly PlayChain[]): Promise<Heads> {
  return new Map(
    await Promise.all(
      chains.map(async (chain): Promise<[number, bigint]> => [chain.chainId, await chain.headNumber()]),
    ),
  );
}

/** For each chain the next block: it takes up what waits to be mined. */
export async function afterPool(chains: readonly PlayChain[]): Promise<Heads> {
  return new Map([...(await headsOf(chains))].map(([chainId, head]) => [chainId, head + 1n]));
}

/**
 * Waits until nothing is under way for some seconds.
 *
 * @returns since when nothing is, and what is left when it took too long
 */
export async function untilQuiet(
  chains: readonly PlayChain[],
  underWay: (heads: Heads) => Promise<string[]>,
  say: (line: string) => void,
): Promise<{ seconds: number; since: Date; left: string[] }> {
  const begun = Date.now();
  let since = new Date();
  for (let quietLooks = 0; ; ) {
    const left = await underWay(await headsOf(chains));
    const elapsedMs = Date.now() - begun;
    // Quiet for a moment is not quiet: what was just sent may come a block later.
    quietLooks = left.length === 0 ? quietLooks + 1 : 0;
    if (left.length > 0) since = new Date();
    if (quietLooks === 4 || elapsedMs > quietWithinMs)
      return { seconds: Math.round(elapsedMs / 1_000), since, left };
    if (left.length > 0 && Math.floor(elapsedMs / 1_000) % 20 === 19) say(`Waiting for: ${left.join(", ")}`);
    await sleep(1_000);
  }
}

/** Each minute the service looks again into what was unexplained; whatever is left after two is for the findings. */
export async function untilReviewed(books: Pick<Books, "openIncidents">): Promise<void> {
  for (let waited = 0; waited < reviewedWithinMs; waited += 1_000) {
    if ((await books.openIncidents()).length === 0) return;
    await sleep(1_000);
  }
}
