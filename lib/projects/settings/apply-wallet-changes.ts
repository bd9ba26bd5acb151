import type { WalletChangeTransaction } from "@/lib/projects/wallet-change.store";
import { type WalletChangeDeps, walletEntry } from "./wallet-change-deps";

const perRun = 100;

/**
 * Puts settlement wallets in place whose day is over; one that fails holds up no other. One whose asker is no owner any more is cancelled instead.
 * Repeated, or by two workers at once, it changes each once: what is decided is decided under the project's lock.
 *
 * @returns how many projects have another wallet now
 * @throws whatever the first that failed threw, when all have had their turn
 */
export async function applyWalletChanges({ clock, walletChanges }: WalletChangeDeps): Promise<number> {
  const now = clock.now();
  let applied = 0;
  const failures: unknown[] = [];
  for (const projectId of await walletChanges.due(now, perRun)) {
    try {
      const outcome = await walletChanges.transaction(projectId, (tx) => applyDue(tx, projectId, now));
      if (outcome === "applied") applied += 1;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return applied;
}

async function applyDue(
  tx: WalletChangeTransaction,
  projectId: string,
  now: Date,
): Promise<"applied" | "cancelled" | "none"> {
  const { waiting, settlementWallet } = tx;
  if (waiting === null || waiting.effectiveAt > now) return "none";
  const { changeId, requestedById: userId, fromWallet: before, toWallet: after } = waiting;
  const isOwners = userId !== null && (await tx.isOwner(userId));
  if (!isOwners || settlementWallet !== before) {
    await tx.cancel(changeId, now);
    const reason = isOwners
      ? "The wallet in use is another by now."
      : "Who asked for it is no owner any more.";
    const operator = { projectId, userId: null };
    await tx.audit(walletEntry(operator, "wallet_change_cancelled", changeId, { reason }, now));
    return "cancelled";
  }
  await tx.apply(waiting, now);
  const details = { before, after, how: "waited" };
  await tx.audit(walletEntry({ projectId, userId }, "settlement_wallet_changed", changeId, details, now));
  return "applied";
}
