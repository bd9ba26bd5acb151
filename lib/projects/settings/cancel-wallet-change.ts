import type { Acting } from "@/lib/projects/access/operator-access";
import { projectNotFound } from "@/lib/projects/project-not-found";
import { type WalletChangeDeps, walletChangeNotFound, walletEntry } from "./wallet-change-deps";

/**
 * Keeps the settlement wallet that is in use: the one that waits never takes its place.
 * @throws CheckoutError FORBIDDEN; NOT_FOUND where it does not wait (any more)
 */
export async function cancelWalletChange(
  { clock, walletChanges }: WalletChangeDeps,
  access: Acting,
  changeId: string,
): Promise<void> {
  access.require("settlementWallet.cancelChange");
  const at = clock.now();
  const done = await walletChanges.transaction(access.projectId, async ({ waiting, cancel, audit }) => {
    if (waiting?.changeId !== changeId) throw walletChangeNotFound();
    await cancel(changeId, at);
    const details = { before: waiting.toWallet, after: waiting.fromWallet };
    await audit(
      walletEntry(
        access.as("settlementWallet.cancelChange"),
        "wallet_change_cancelled",
        changeId,
        details,
        at,
      ),
    );
    return true;
  });
  if (done === null) throw projectNotFound();
}
