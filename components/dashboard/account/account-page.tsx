import { PasswordCard, ProfileCard, WalletCard } from "./account-cards";
import { FactorCard } from "./factor-card";
import { ProvidersCard } from "./providers-card";
import type { WalletHost } from "./wallet/choose-wallet";

type Provider = "google" | "github";

type Props = {
  account: {
    email: string;
    name: string | null;
    hasPassword: boolean;
    walletAddress: `0x${string}` | null;
    hasSecondFactor: boolean;
    recoveryCodesLeft: number;
    linkedProviders: readonly Provider[];
  };
  /** The configured ones. */
  providers: readonly Provider[];
  walletHost: WalletHost;
  /** The provider's sign-in just failed. */
  providerFailed: boolean;
};

/** A person's account, with every way to sign in. */
export function AccountPage({ account, providers, walletHost, providerFailed }: Props) {
  const shown = (["google", "github"] as const).filter(
    (each) => providers.includes(each) || account.linkedProviders.includes(each),
  );
  return (
    <div className="flex flex-col gap-6">
      <ProfileCard email={account.email} name={account.name} />
      <PasswordCard hasPassword={account.hasPassword} email={account.email} />
      <FactorCard isOn={account.hasSecondFactor} codesLeft={account.recoveryCodesLeft} />
      <WalletCard walletAddress={account.walletAddress} host={walletHost} />
      {shown.length > 0 && (
        <ProvidersCard
          providers={shown}
          offered={providers}
          linked={account.linkedProviders}
          failed={providerFailed}
        />
      )}
    </div>
  );
}
