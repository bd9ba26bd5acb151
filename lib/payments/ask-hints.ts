import { mayPay } from "@/lib/checkouts/checkout.rules";
import type { OpenHint } from "@/lib/payments/payment-hints.store";
import type { ScanParts } from "@/lib/payments/payments.parts";
import { type Mined, readMined, recordReceipt } from "@/lib/payments/scan/record-blocks";
import { isDue } from "@/lib/payments/scan/scan-memory";
import { ownersOf } from "./record-transfers";
import { hintWindowMs } from "./verify-payment";

const askEveryMs = 2_000;
/** Several times within the time that a report holds. */
const knownEveryMs = 15_000;
const maxHints = 50;

/**
 * Asks again for the transactions that customers submitted before a node knew them, in one round trip, and records the
 * mined ones in the same way as verify and the watcher. A hint ends when its transaction is on the chain, whatever it
 * paid, or its receipt is too large.
 *
 * @throws ChainUnavailable
 */
export async function askHints(deps: ScanParts, chainId: number): Promise<void> {
  if (!isDue(deps, `hints ${chainId}`, askEveryMs)) return;
  const since = new Date(deps.clock.now().getTime() - hintWindowMs);
  const hints = await deps.hints.open(chainId, since, maxHints);
  if (hints.length === 0) return;
  const hashes = [...new Set(hints.map(({ txHash }) => txHash))];
  const { mined, tooLarge } = await readMined(deps.reader(chainId), hashes);
  // The watcher still finds its payments.
  for (const txHash of tooLarge) await deps.payments.transaction((tx) => tx.dropHints(chainId, txHash));
  for (const found of mined) {
    const named = hints.filter(({ txHash }) => txHash === found.receipt.txHash);
    await recordHinted(deps, chainId, found, named);
  }
  const dropped = new Set([...tooLarge, ...mined.map(({ receipt }) => receipt.txHash)]);
  await noteKnown(
    deps,
    chainId,
    hints.filter(({ txHash }) => !dropped.has(txHash)),
  );
}

/** A payment that a node knows stays on its way, however long its block takes. */
async function noteKnown(deps: ScanParts, chainId: number, hints: readonly OpenHint[]): Promise<void> {
  if (hints.length === 0 || !isDue(deps, `known hints ${chainId}`, knownEveryMs)) return;
  const txHashes = [...new Set(hints.map(({ txHash }) => txHash))];
  const known = new Map((await deps.reader(chainId).known(txHashes)).map((call) => [call.txHash, call]));
  const onTheirWay = hints.filter(({ txHash, depositAddress }) => {
    const call = known.get(txHash);
    return call !== undefined && mayPay(call, depositAddress);
  });
  await deps.hints.noteKnown(onTheirWay, deps.clock.now());
}

async function recordHinted(
  deps: ScanParts,
  chainId: number,
  { receipt, header }: Mined,
  hints: readonly { checkoutId: string }[],
): Promise<void> {
  const owners = await ownersOf(deps.deposits, { ...receipt, sweeps: [] });
  const named = new Set(hints.map(({ checkoutId }) => checkoutId));
  // A hash credits only the checkout that submitted it.
  const ours = new Map([...owners].filter(([, checkoutId]) => named.has(checkoutId)));
  const { transfers, refunds } = receipt.status === "reverted" ? nothing : receipt;
  await deps.payments.transaction(async (tx) => {
    const isOnChain = await recordReceipt(deps, tx, { chainId, header, transfers, refunds, ours });
    if (isOnChain) await tx.dropHints(chainId, receipt.txHash);
  });
}

const nothing = { transfers: [], refunds: [] };
