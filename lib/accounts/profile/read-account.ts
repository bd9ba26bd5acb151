import type { OauthProvider, OwnAccountStore } from "@/lib/accounts/own-account.store";
import type { SecondFactorStore } from "@/lib/accounts/second-factor.store";
import { CheckoutError } from "@/lib/platform/errors.rules";

type ReadAccountDeps = {
  ownAccounts: Pick<OwnAccountStore, "find">;
  secondFactors: Pick<SecondFactorStore, "countRecoveryCodes">;
};

/** What a person sees of their own account. */
type AccountView = {
  email: string;
  name: string | null;
  hasPassword: boolean;
  walletAddress: `0x${string}` | null;
  hasSecondFactor: boolean;
  recoveryCodesLeft: number;
  linkedProviders: readonly OauthProvider[];
};

/** @throws CheckoutError UNAUTHORIZED for one that was disabled meanwhile */
export async function readAccount(
  { ownAccounts, secondFactors }: ReadAccountDeps,
  { userId }: { userId: string },
): Promise<AccountView> {
  const [account, recoveryCodesLeft] = await Promise.all([
    ownAccounts.find(userId),
    secondFactors.countRecoveryCodes(userId),
  ]);
  if (account === null) throw new CheckoutError("UNAUTHORIZED", "This account is open no more.");
  return {
    email: account.email,
    name: account.name,
    hasPassword: account.passwordHash !== null,
    walletAddress: account.walletAddress,
    hasSecondFactor: account.hasSecondFactor,
    recoveryCodesLeft,
    linkedProviders: [...new Set(account.links.map(({ provider }) => provider))],
  };
}
