import type { OwnAccountStore } from "@/lib/accounts/own-account.store";
import { CheckoutError } from "@/lib/platform/errors.rules";
import { proveWallet, type WalletProof, type WalletProofDeps } from "./wallet-proof";

/**
 * Whom a wallet signs in (EIP-4361). Sessions and second factors are asked for elsewhere.
 *
 * @throws CheckoutError INVALID_SIGNATURE; UNAUTHORIZED when the wallet is nobody's, which only its owner is told
 * @throws ChainUnavailable when only the chain could tell whether a contract signed
 */
export async function authorizeByWallet(
  deps: WalletProofDeps & { ownAccounts: Pick<OwnAccountStore, "findByWallet"> },
  proof: WalletProof,
): Promise<{ userId: string }> {
  const address = await proveWallet(deps, proof, { kind: "sign_in" });
  const found = await deps.ownAccounts.findByWallet(address);
  if (found !== null) return found;
  throw new CheckoutError(
    "UNAUTHORIZED",
    "This wallet signs in to no account. Sign in otherwise, and link it on your account's page.",
  );
}
