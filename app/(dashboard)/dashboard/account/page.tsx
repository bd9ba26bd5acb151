import { AccountPage } from "@/components/dashboard/account/account-page";
import { accountWords } from "@/components/dashboard/messages/account";
import { readAccount } from "@/lib/accounts/profile/read-account";
import type { SearchParams } from "@/lib/platform/lists/search-params.rules";
import { providerNames } from "@/lib/server/auth/oauth";
import { requireSession } from "@/lib/server/dashboard/access";
import { walletHost } from "@/lib/server/dashboard/wallet-host";
import { getDeps } from "@/lib/server/deps";
import { env } from "@/lib/server/env";

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
