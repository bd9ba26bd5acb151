import type { ReactNode } from "react";
import type { WalletHost } from "@/components/dashboard/account/wallet/choose-wallet";
import { WalletSignIn } from "@/components/dashboard/account/wallet/wallet-sign-in";
import { accountWords } from "@/components/dashboard/messages/account";
import { PageHeader } from "@/components/dashboard/ui/page-header";
import { Tabs } from "@/components/dashboard/ui/tabs";
import { ProviderButtons } from "./providers-card";

/** The pages of a person's own account. */
export function AccountFrame({ children }: { children: ReactNode }) {
  const { title, tabs } = accountWords;
  return (
    <>
      <PageHeader title={title} />
      <Tabs
        label={tabs.label}
        tabs={[
          { href: "/dashboard/account", label: tabs.account },
          { href: "/dashboard/account/sessions", label: tabs.sessions },
          { href: "/dashboard/account/activity", label: tabs.activity },
        ]}
      />
      {children}
    </>
  );
}

type Props = { providers: readonly ("google" | "github")[]; walletHost: WalletHost; next: string };

/** Other ways to sign in than by password. */
export function OtherWaysIn({ providers, walletHost, next }: Props) {
  return (
    <div className="flex flex-col gap-3">
      <p className="caption flex items-center gap-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {accountWords.or}
      </p>
      <WalletSignIn host={walletHost} next={next} />
      <ProviderButtons providers={providers} next={next} />
    </div>
  );
}
