import type { ChainReader } from "@/lib/chain/reader/chain-reader.port";
import { ownersOf, type RecordDeps } from "@/lib/payments/record-transfers";
import { minuteMs } from "@/lib/platform/values/time.rules";
import { type Mined, readMined, recordReceipt } from "./record-blocks";
import { isDue, type MemoryDeps } from "./scan-memory";

/** How long we keep asking for an unknown hash (decisions §9). */
export const hintWindowMs = 10 * minuteMs;
const askEveryMs = 2_000;
const maxHints = 50;

export type HintDeps = RecordDeps & MemoryDeps & { reader: (chainId: number) => ChainReader };

type Hint = { checkoutId: string; txHash: string };

/**
 * Asks again for the transactions that customers submitted before a node knew them, in one round trip, and records the
 * mined ones in the same way as verify and the watcher. A hint ends when its transaction is on the chain, whatever it
 * paid, or its receipt is too large.
 *
 * @returns events written
 * @throws ChainUnavailable
 */
export async function askHints(deps: HintDeps, chainId: number): Promise<{ events: number }> {
  if (!isDue(deps, `hints ${chainId}`, askEveryMs)) return { events: 0 };
  const since = new Date(deps.clock.now().getTime() - hintWindowMs);
  const hints = await deps.payments.openHints(chainId, since, maxHints);
  if (hints.length === 0) return { events: 0 };
  const hashes = [...new Set(hints.map(({ txHash }) => txHash))];
  const { mined, tooLarge } = await readMined(deps.reader(chainId), hashes);
  // The watcher still finds its payments.
  for (const txHash of tooLarge) await deps.payments.transaction((tx) => tx.dropHints(chainId, txHash));
  let events = 0;
  for (const found of mined) {
    const named = hints.filter(({ txHash }) => txHash === found.receipt.txHash);
    events += await record(deps, chainId, found, named);
  }
  return { events };
}

async function record(
  deps: HintDeps,
  chainId: number,
  { receipt, header }: Mined,
  hints: readonly Hint[],
): Promise<number> {
  const owners = await ownersOf(deps.payments, { ...receipt, sweeps: [] });
  const named = new Set(hints.map(({ checkoutId }) => checkoutId));
  // A hash credits only the checkout that submitted it.
  const ours = new Map([...owners].filter(([, checkoutId]) => named.has(checkoutId)));
  const { transfers, refunds } = receipt.status === "reverted" ? nothing : receipt;
  return deps.payments.transaction(async (tx) => {
    const recorded = await recordReceipt(deps, tx, { chainId, header, transfers, refunds, ours });
    if (recorded === null) return 0;
    await tx.dropHints(chainId, receipt.txHash);
    return recorded.events;
  });
}

const nothing = { transfers: [], refunds: [] };
