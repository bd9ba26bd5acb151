import { type Chain, enabledChain } from "@/lib/chain/chains.rules";
import { ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import type { ChainPosition } from "@/lib/chain/scan-position.rules";
import type { BalancePass } from "@/lib/checkouts/balances/balance.store";
import type { ScanParts } from "@/lib/payments/payments.parts";
import { recordTransaction } from "@/lib/payments/verify-payment";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { dayMs } from "@/lib/platform/values/time.rules";
import { aboutBalances, type Comparisons, reconcileBalances } from "./reconcile-balances";

/** Addresses per batch. */
const batchSize = 500;
/** Batches per run: 50,000 addresses an hour are more than a million a day. */
const maxBatches = 100;
/** A log may be in a block that was unread when the last pass began. */
const overlapBlocks = 1_000n;
const reviewLimit = 200;

export type CheckedBalances = { checked: number; finished: boolean };

/**
 * The daily balance pass over all deposit addresses that are no longer watched closely (spec D7), as far as one
 * run gets; the next run continues. When an address holds more than booked, the logs since the last complete pass are
 * read again and recorded, and late payments follow.
 */
export async function checkAllBalances(deps: ScanParts, chainId: number): Promise<CheckedBalances> {
  const result: CheckedBalances = { checked: 0, finished: false };
  const chain = enabledChain(deps.chains, chainId);
  let pass = await duePass(deps, chainId);
  if (pass === null) return { ...result, finished: true };
  for (let batch = 0; batch < maxBatches && pass.afterCheckoutId !== null; batch++) {
    const position = await deps.positions.find(chainId);
    if (position === null) break;
    const ids = await deps.balances.closed(deps.clock.now(), pass.afterCheckoutId, batchSize);
    const since = pass.finishedFromBlock;
    if ((await readBatch(deps, chain, position, ids, since)) === null) break;
    result.checked += ids.length;
    const last = ids.at(-1);
    pass =
      last === undefined || ids.length < batchSize
        ? {
            ...pass,
            afterCheckoutId: null,
            finishedFromBlock: pass.startedAtBlock,
            finishedAt: deps.clock.now(),
          }
        : { ...pass, afterCheckoutId: last };
    await deps.balances.savePass(pass);
  }
  return { ...result, finished: pass.afterCheckoutId === null };
}

/** The running pass, else a new one a day after the last began; null when none is due. */
async function duePass(deps: ScanParts, chainId: number): Promise<BalancePass | null> {
  const pass = await deps.balances.pass(chainId);
  if (pass !== null && pass.afterCheckoutId !== null) return pass;
  const now = deps.clock.now();
  if (pass !== null && now.getTime() - pass.startedAt.getTime() < dayMs) return null;
  const position = await deps.positions.find(chainId);
  if (position === null) return null;
  const started: BalancePass = {
    chainId,
    afterCheckoutId: "",
    startedAtBlock: position.blockNumber,
    startedAt: now,
    finishedFromBlock: pass?.finishedFromBlock ?? null,
    finishedAt: pass?.finishedAt ?? null,
  };
  await deps.balances.savePass(started);
  return started;
}

/** Null when no node answers: the pass continues from here later. */
async function readBatch(
  deps: ScanParts,
  chain: Chain,
  position: ChainPosition,
  checkoutIds: readonly string[],
  since: bigint | null,
): Promise<Comparisons | null> {
  const at = { number: position.blockNumber, hash: position.blockHash };
  const tokens = chain.tokens.map(({ address }) => address);
  const from = since === null ? null : { block: since > overlapBlocks ? since - overlapBlocks : 0n };
  try {
    return await reconcileBalances(deps, chain, position, at, checkoutIds, tokens, from);
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    deps.log.warn({ chainId: chain.chainId, error }, "the balance pass waits: no node answers");
    return null;
  }
}

/**
 * Checks unexplained balances again and resolves incidents whose cause is gone. This includes logs that only one node
 * showed: the balance tells whether they exist.
 */
export async function reviewBalances(deps: ScanParts, chainId: number): Promise<void> {
  const open = (await deps.incidents.openOnChain(chainId, aboutBalances, reviewLimit)).filter(
    ({ checkoutId }) => checkoutId !== null,
  );
  const position = open.length === 0 ? null : await deps.positions.find(chainId);
  if (position === null) return;
  const ids = open.flatMap(({ checkoutId }) => checkoutId ?? []);
  const comparisons = await readBatch(deps, enabledChain(deps.chains, chainId), position, ids, null);
  if (comparisons === null) return;
  for (const { id: _id, createdAt: _createdAt, lastSeenAt: _lastSeenAt, ...incident } of open) {
    const { kind, subject, checkoutId, details } = incident;
    const at = deps.clock.now();
    if (comparisons.get(`${checkoutId} ${details.tokenAddress}`) === "equal")
      await deps.incidents.resolve(kind, subject, at);
    // Still open; the longest unchecked come first next time. The check itself refreshed the deposit's own incidents.
    else if (!subject.startsWith(`${checkoutId}/`)) await deps.incidents.raise(incident, at);
  }
}

/**
 * Records refunds of ours that were mined unseen, as when the only node that answered had lost them: their transactions
 * are known, and no balance of an unlisted token would lead to them.
 */
export async function recordUnseenRefunds(deps: ScanParts, chainId: number): Promise<void> {
  for (const { checkoutId, depositAddress, txHash } of await deps.balances.unseenRefunds(
    chainId,
    reviewLimit,
  )) {
    try {
      await recordTransaction(deps, { chainId, txHash }, { id: checkoutId, depositAddress });
    } catch (error) {
      if (!(error instanceof CheckoutError)) throw error;
      deps.log.warn({ chainId, checkoutId, txHash, error }, "no node shows a refund that is final");
    }
  }
}
