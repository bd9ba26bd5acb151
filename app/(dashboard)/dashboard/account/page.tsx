import { AccountPage } from "@/components/dashboard/account/account-page";
import { accountWords } from "@/components/dashboard/messages/account";
import { readAccount } from "@/lib/accounts/manage-profile";
import { providerNames } from "@/lib/api/auth/oauth";
import { requireSession } from "@/lib/api/dashboard/page-access";
import { walletHost } from "@/lib/api/dashboard/wallet-host";
import { getDeps } from "@/lib/api/deps";
import { env } from "@/lib/api/settings/env";
import type { SearchParams } from "@/lib/platform/lists/list-place.rules";

export const metadata = { title: accountWords.title };

type Props = { searchParams: Promise<SearchParams> };

export default async function Page({ searchParams }: Props) {
  const account = await readAccount(getDeps(), await requireSession());
  return (
    <AccountPage
      account={account}
      providers={providerNames(env())}
      walletHost={walletHost()}
      providerFailed={(await searchParams).error !== undefined}
    />
  );
}
