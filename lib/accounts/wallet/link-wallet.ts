import { accountEntry } from "@/lib/accounts/account-entry";
import { changeAccount, type OwnAccountDeps } from "@/lib/accounts/own-account";
import type { SignedIn } from "@/lib/accounts/signed-in";
import type { Hex } from "@/lib/platform/hex.rules";
import { proveWallet, type WalletProof, type WalletProofDeps } from "./wallet-proof";

/**
 * Lets a wallet sign in to an account, in the place of the one that there may be.
 *
 * @throws CheckoutError INVALID_SIGNATURE; CONFLICT when it signs in to another account
 * @throws ChainUnavailable when only the chain could tell whether a contract signed
 */
export async function linkWallet(
  deps: WalletProofDeps & OwnAccountDeps,
  { userId, email }: Pick<SignedIn, "userId" | "email">,
  proof: WalletProof,
): Promise<{ walletAddress: Hex }> {
  const walletAddress = await proveWallet(deps, proof, { kind: "link", userId, email });
  return changeAccount(deps, userId, async (tx, account, now) => {
    if (account.walletAddress === walletAddress) return { walletAddress };
    await tx.saveWallet(userId, walletAddress);
    await tx.audit(accountEntry(userId, "wallet_linked", now, { address: walletAddress }));
    return { walletAddress };
  });
}
