import type { Metadata } from "next";
import { CheckoutsPage } from "@/components/dashboard/checkouts/list/checkouts-page";
import { checkoutWords as words } from "@/components/dashboard/messages/checkouts";
import { curlCommand } from "@/lib/api/curl-command.rules";
import { requireProject } from "@/lib/api/dashboard/page-access";
import { getDeps } from "@/lib/api/deps";
import { env } from "@/lib/api/settings/env";
import { readCheckoutList } from "@/lib/checkouts/dashboard/checkout-views.rules";
import { countCheckouts, listCheckouts } from "@/lib/checkouts/views/read-checkout";
import type { SearchParams } from "@/lib/platform/lists/search-params.rules";

export const metadata: Metadata = { title: words.title };

type Props = { params: Promise<{ projectId: string }>; searchParams: Promise<SearchParams> };

export default async function Page({ params, searchParams }: Props) {
  const access = await requireProject((await params).projectId);
  const deps = getDeps();
  const query = readCheckoutList(await searchParams);
  return (
    <CheckoutsPage
      projectId={access.projectId}
      query={query}
      part={await listCheckouts(deps, access, query.filter, query.place)}
      count={<Count counted={countCheckouts(deps, access, query.filter)} />}
      chains={deps.chains}
      mayRefund={access.may("refunds.request")}
      mayCreate={access.may("checkouts.create")}
      command={createCommand(env().BASE_URL)}
    />
  );
}

/** Drawn when it is counted: the list does not wait for it. */
async function Count({ counted }: { counted: ReturnType<typeof countCheckouts> }) {
  const count = await counted;
  return count === null ? words.notCounted : words.counted(count.total, count.isMore);
}

function createCommand(baseUrl: string): string {
  return curlCommand({
    url: `${baseUrl}/v1/checkouts`,
    body: { fiatAmount: "4.50", fiatCurrency: "USD", itemName: "Coffee" },
  });
}
