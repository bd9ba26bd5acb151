import { accountEntry } from "@/lib/accounts/account-entry";
import { changeAccount, type OwnAccountDeps } from "@/lib/accounts/own-account";
import { requireWayIn } from "@/lib/accounts/ways-in";

/**
 * The wallet signs in no more. Nothing happens where there is none.
 * @throws CheckoutError CONFLICT when there is no other way to sign in
 */
export async function unlinkWallet(deps: OwnAccountDeps, userId: string): Promise<void> {
  await changeAccount(deps, userId, async (tx, account, now) => {
    if (account.walletAddress === null) return;
    requireWayIn({ ...account, walletAddress: null });
    await tx.saveWallet(userId, null);
    await tx.audit(accountEntry(userId, "wallet_unlinked", now, { address: account.walletAddress }));
  });
}
