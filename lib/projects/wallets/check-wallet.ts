import type { SignedIn } from "@/lib/accounts/sign-in/signed-in";
import { isContractWallet } from "@/lib/chain/chains.rules";
import type { WalletCode } from "@/lib/chain/wallets.chain";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { notAllowed } from "@/lib/projects/project-lifecycle";
import type { ProjectLifecycle } from "@/lib/projects/project-lifecycle.store";
import { type RequireWalletDeps, requireWallet } from "./require-wallet";

export type WalletCheck = {
  /** Unknown while a network does not answer and no other shows a contract. */
  kind: "key" | "contract" | "unknown";
  /** Names of networks. */
  deployedOn: string[];
  missingOn: string[];
};

export type CheckWalletDeps = RequireWalletDeps & {
  walletCode: WalletCode;
  projectLifecycle: Pick<ProjectLifecycle, "mayFound">;
};

/**
 * What a wallet is on each enabled network, for an owner who is about to save it.
 *
 * @param wallet lower-case
 * @throws CheckoutError FORBIDDEN without the permission to name one; VALIDATION_ERROR for an address that is not a
 * wallet
 */
export async function checkWallet(
  deps: CheckWalletDeps,
  { userId }: Pick<SignedIn, "userId">,
  wallet: Hex,
): Promise<WalletCheck> {
  if (!(await deps.projectLifecycle.mayFound(userId))) throw notAllowed();
  await requireWallet(deps, wallet, "wallet");
  const { chains, walletCode } = deps;
  const code = await walletCode.onChains(wallet);
  const isContract = isContractWallet(code);
  const named = (hasCode: boolean) =>
    chains.filter(({ chainId }) => code.get(chainId) === hasCode).map(({ name }) => name);
  return {
    kind: isContract === null ? "unknown" : isContract ? "contract" : "key",
    deployedOn: named(true),
    missingOn: named(false),
  };
}

/**
 * Whether a wallet is a contract, which its deposit addresses fix for good.
 * @throws CheckoutError CHAIN_UNAVAILABLE while one chain never answered and no other shows a contract
 */
export async function requireWalletKind(
  { chains, walletCode }: { chains: readonly { chainId: number; name: string }[]; walletCode: WalletCode },
  wallet: Hex,
): Promise<"key" | "contract"> {
  const code = await walletCode.onChains(wallet);
  const isContract = isContractWallet(code);
  if (isContract !== null) return isContract ? "contract" : "key";
  const silent = chains.filter(({ chainId }) => (code.get(chainId) ?? null) === null).map(({ name }) => name);
  throw new CheckoutError(
    "CHAIN_UNAVAILABLE",
    `We couldn't check the merchant's wallet on ${silent.join(" and ")}. Try again shortly.`,
    { retryAfterSeconds: 5 },
  );
}
