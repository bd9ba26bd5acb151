import { checkoutMessages } from "@/components/checkout/messages/catalogue";
import { strayWords } from "@/components/dashboard/messages/settlements";
import { StrayList } from "@/components/dashboard/strays/stray-list";
import { requireProject } from "@/lib/api/dashboard/page-access";
import { getDeps } from "@/lib/api/deps";
import { strayCursors } from "@/lib/checkouts/strays/stray.rules";
import { placeOf, type SearchParams } from "@/lib/platform/lists/list-place.rules";
import { listStrays } from "@/lib/settlement/dashboard/read-settlements";

export const metadata = { title: strayWords.title };

type Props = { params: Promise<{ projectId: string }>; searchParams: Promise<SearchParams> };

export default async function StraysPage({ params, searchParams }: Props) {
  const access = await requireProject((await params).projectId);
  const deps = getDeps();
  const place = placeOf(await searchParams, strayCursors);
  return (
    <StrayList
      projectId={access.projectId}
      chains={deps.chains}
      place={place}
      part={await listStrays(deps, access, place)}
      may={{
        return: access.may("refunds.request"),
        count: access.may("latePayments.accept"),
        sweep: access.may("settlements.request"),
      }}
      walletWords={checkoutMessages({ language: "en", locale: "en" }).live}
    />
  );
}
