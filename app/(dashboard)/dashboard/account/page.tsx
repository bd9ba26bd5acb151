import { PasswordCard, ProfileCard, WalletCard } from "@/components/dashboard/account/account-cards";
import { FactorCard } from "@/components/dashboard/account/factor-card";
import { PasskeysCard } from "@/components/dashboard/account/passkeys/passkeys-card";
import { ProvidersCard } from "@/components/dashboard/account/providers-card";
import { accountWords } from "@/components/dashboard/messages/account";
import { passkeyHost } from "@/lib/accounts/browser.rules";
import { readAccount } from "@/lib/accounts/manage-profile";
import { providerNames } from "@/lib/api/auth/oauth";
import { requireSession, walletHost } from "@/lib/api/dashboard/page-access";
import { titled } from "@/lib/api/dashboard/page-language";
import { getAccounts } from "@/lib/api/wiring/accounts";
import type { SearchParams } from "@/lib/platform/lists/list-place.rules";
import { env } from "@/lib/settings/env";

export const generateMetadata = titled(() => accountWords.title);

type Props = { searchParams: Promise<SearchParams> };

/** A person's account, with every way to sign in. */
export default async function Page({ searchParams }: Props) {
  const account = await readAccount(getAccounts(), await requireSession());
  const providers = providerNames(env());
  const host = walletHost();
  const visibleProviders = (["google", "github"] as const).filter(
    (each) => providers.includes(each) || account.linkedProviders.includes(each),
  );
  return (
    <div className="flex flex-col gap-6">
      <ProfileCard email={account.email} name={account.name} />
      <PasswordCard hasPassword={account.hasPassword} email={account.email} />
      <FactorCard isOn={account.hasSecondFactor} codesLeft={account.recoveryCodesLeft} />
      <PasskeysCard passkeys={account.passkeys} canAdd={passkeyHost(env().BASE_URL) !== null} />
      <WalletCard walletAddress={account.walletAddress} host={host} />
      {visibleProviders.length > 0 && (
        <ProvidersCard
          providers={visibleProviders}
          offered={providers}
          linked={account.linkedProviders}
          failed={(await searchParams).error !== undefined}
        />
      )}
    </div>
  );
}
