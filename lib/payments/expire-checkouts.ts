import type { Chain } from "@/lib/chain/chains.rules";
import { ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import type { ChainPosition } from "@/lib/chain/scan-position.rules";
import { closeWatchMs, stalledChainMs } from "@/lib/checkouts/checkout.rules";
import { advanceCheckouts } from "@/lib/checkouts/state/advance-checkouts";
import { type Comparisons, depositKey, reconcileBalances } from "@/lib/payments/balances/reconcile-balances";
import type { ScanParts } from "@/lib/payments/payments.parts";

const batchSize = 200;
const maxBatches = 50;

/**
 * Expires PENDING checkouts whose deadline passed and whose chains were scanned past it, so that every payment made in
 * time was seen. The balances at their addresses show that no node hid one. Bounded; the next run takes the rest.
 */
export async function expireCheckouts(deps: ScanParts): Promise<void> {
  /** Chains whose nodes return no balances: only their checkouts wait. */
  const silent = new Set<number>();
  const examined = new Set<string>();
  for (let batch = 0; batch < maxBatches; batch++) {
    const now = deps.clock.now();
    const positions = await deps.positions.all();
    const scannedThrough = new Map(
      deps.chains.map(({ chainId }) => [
        chainId,
        silent.has(chainId) ? new Date(0) : readThrough(positions.get(chainId)),
      ]),
    );
    const ids = await deps.expiry.expirable(now, scannedThrough, batchSize);
    // A row that stays would return for ever; `isTimeOver` makes the exact decision.
    if (ids.every((id) => examined.has(id))) return;
    for (const id of ids) examined.add(id);
    const expirable = await explained(deps, positions, ids, silent);
    await deps.payments.transaction((tx) => advanceCheckouts(deps, tx, expirable));
  }
}

/** The time up to which nothing on the chain can be unseen. */
function readThrough(position: ChainPosition | undefined): Date {
  if (position === undefined) return new Date(0);
  const { blockTimestamp, advancedAt, checkedAt, gapReadThrough } = position;
  // A chain that stands still counts as scanned up to ten minutes before the last check.
  const stalled = checkedAt.getTime() - advancedAt.getTime() >= stalledChainMs;
  const scanned = stalled ? new Date(checkedAt.getTime() - stalledChainMs) : blockTimestamp;
  return gapReadThrough !== null && gapReadThrough < scanned ? gapReadThrough : scanned;
}

/**
 * Compares the balances of the checkouts' addresses on every quoted chain with the books. A surplus in a quoted token
 * is an unseen payment: we find and record it, or wait for it.
 *
 * @param silent gets the chains that turn out to be silent
 * @returns those without an unexplained surplus
 */
async function explained(
  deps: ScanParts,
  positions: ReadonlyMap<number, ChainPosition>,
  ids: readonly string[],
  silent: Set<number>,
): Promise<string[]> {
  const quoted = await deps.expiry.quotedTokens(ids);
  const waiting = new Set<string>();
  for (const chain of deps.chains) {
    const onChain = quoted.filter(({ chainId }) => chainId === chain.chainId);
    const position = positions.get(chain.chainId);
    if (onChain.length === 0 || position === undefined) continue;
    const comparisons = await ask(deps, chain, position, onChain);
    if (comparisons === null) {
      silent.add(chain.chainId);
      for (const { checkoutId } of onChain) waiting.add(checkoutId);
      continue;
    }
    for (const { checkoutId, tokenAddress } of onChain) {
      if (comparisons.get(depositKey(checkoutId, tokenAddress)) === "above") waiting.add(checkoutId);
    }
  }
  const released = await releasable(deps, [...waiting], quoted, silent);
  return ids.filter((id) => !waiting.has(id) || released.has(id));
}

type Quoted = Awaited<ReturnType<ScanParts["expiry"]["quotedTokens"]>>;

/** Null when the chain's nodes return no balances of a quoted token. */
async function ask(
  deps: ScanParts,
  chain: Chain,
  position: ChainPosition,
  quoted: Quoted,
): Promise<Comparisons | null> {
  const at = { number: position.blockNumber, hash: position.blockHash };
  const ids = quoted.map(({ checkoutId }) => checkoutId);
  const listed = new Set(chain.tokens.map(({ address }) => address));
  try {
    const comparisons = await reconcileBalances(deps, chain, position, at, ids);
    const isSilent = quoted.some(
      ({ checkoutId, tokenAddress }) =>
        listed.has(tokenAddress) && comparisons.get(depositKey(checkoutId, tokenAddress)) === null,
    );
    return isSilent ? null : comparisons;
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    deps.log.warn({ chainId: chain.chainId, error }, "expiry waits: no node returns balances");
    return null;
  }
}

/** After a day, an unexplained balance no longer keeps a checkout open; its incident stays. */
async function releasable(
  deps: ScanParts,
  waiting: readonly string[],
  quoted: Quoted,
  silent: ReadonlySet<number>,
): Promise<Set<string>> {
  const overdue = await deps.expiry.expiredBefore(
    waiting,
    new Date(deps.clock.now().getTime() - closeWatchMs),
  );
  const unasked = new Set(
    quoted.filter(({ chainId }) => silent.has(chainId)).map(({ checkoutId }) => checkoutId),
  );
  return new Set(overdue.filter((id) => !unasked.has(id)));
}
