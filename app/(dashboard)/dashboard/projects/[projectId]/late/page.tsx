import { LateList } from "@/components/dashboard/late/late-list";
import { lateWords } from "@/components/dashboard/messages/checkouts";
import { requireProject } from "@/lib/api/dashboard/page-access";
import { getDeps } from "@/lib/api/deps";
import { checkoutCursors } from "@/lib/checkouts/dashboard/checkout-views.rules";
import { listLatePayments } from "@/lib/payments/accept-late-payment";
import { placeOf } from "@/lib/platform/lists/list-place.rules";
import type { SearchParams } from "@/lib/platform/lists/search-params.rules";

export const metadata = { title: lateWords.title };

type Props = { params: Promise<{ projectId: string }>; searchParams: Promise<SearchParams> };

export default async function LatePage({ params, searchParams }: Props) {
  const access = await requireProject((await params).projectId);
  const deps = getDeps();
  const place = placeOf(await searchParams, checkoutCursors);
  return (
    <LateList
      projectId={access.projectId}
      chains={deps.chains}
      place={place}
      part={await listLatePayments(deps, access, place)}
      may={{ accept: access.may("latePayments.accept"), refund: access.may("refunds.request") }}
    />
  );
}
