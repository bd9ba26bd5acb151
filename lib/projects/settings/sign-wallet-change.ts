import { isSignedByWallet, type WalletSignatureDeps } from "@/lib/accounts/wallet-signature";
import { ChainUnavailable } from "@/lib/chain/chain-reader.port";
import { CheckoutError } from "@/lib/platform/errors.rules";
import type { Hex } from "@/lib/platform/hex.rules";
import type { ProjectAccess } from "@/lib/projects/access/project-access";
import { projectNotFound } from "@/lib/projects/project-not-found";
import type { WalletChange } from "@/lib/projects/wallet-change.store";
import { walletChangeText } from "@/lib/projects/wallet-change-text.schema";
import { type WalletChangeDeps, walletChangeNotFound, walletEntry } from "./wallet-change-deps";

export type SignWalletChangeDeps = WalletChangeDeps & WalletSignatureDeps;

/**
 * Lets a settlement wallet that waits take the place of the one in use at once, as that one signed for it.
 *
 * @throws CheckoutError FORBIDDEN; NOT_FOUND where it does not wait; INVALID_SIGNATURE; CONFLICT while a chain that has
 *   to be asked does not answer
 */
export async function signWalletChange(
  deps: SignWalletChangeDeps,
  access: ProjectAccess,
  { changeId, signature }: { changeId: string; signature: Hex },
): Promise<void> {
  access.require("settlementWallet.change");
  const waiting = await deps.walletChanges.waiting(access.projectId);
  if (waiting?.changeId !== changeId) throw walletChangeNotFound();
  // Before the transaction: nothing inside one may wait for a chain.
  if (!(await isSigned(deps, waiting, access.projectName, signature))) {
    throw new CheckoutError(
      "INVALID_SIGNATURE",
      "The signature is not that of the wallet in use, or not of this change's text.",
      { param: "signature" },
    );
  }
  const at = deps.clock.now();
  const done = await deps.walletChanges.transaction(access.projectId, async (tx) => {
    if (tx.waiting?.changeId !== changeId || tx.settlementWallet !== waiting.fromWallet)
      throw walletChangeNotFound();
    if (!(await tx.isOwner(access.userId))) throw projectNotFound();
    await tx.apply(tx.waiting, at);
    const details = { before: waiting.fromWallet, after: waiting.toWallet, how: "signed" };
    await tx.audit(
      walletEntry(access.as("settlementWallet.change"), "settlement_wallet_changed", changeId, details, at),
    );
    return true;
  });
  if (done === null) throw projectNotFound();
}

async function isSigned(
  deps: SignWalletChangeDeps,
  change: WalletChange,
  projectName: string,
  signature: Hex,
): Promise<boolean> {
  const message = walletChangeText({ ...change, projectName });
  try {
    return await isSignedByWallet(deps, { address: change.fromWallet, message, signature });
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    throw new CheckoutError(
      "CONFLICT",
      "A network that has to be asked about this wallet does not answer. Try again shortly; the change goes on waiting.",
      { cause: error },
    );
  }
}
