import { refundWords } from "@/components/dashboard/messages/refunds";
import { RefundList } from "@/components/dashboard/refunds/refund-list";
import { requireProject } from "@/lib/api/dashboard/page-access";
import { getDeps } from "@/lib/api/deps";
import { env } from "@/lib/api/settings/env";
import { countWaitingRefunds } from "@/lib/insights/read-overview";
import { placeOf, type SearchParams } from "@/lib/platform/lists/list-place.rules";
import { listProjectRefunds } from "@/lib/refunds/dashboard/read-refunds";
import { readRefundFilter, refundCursors } from "@/lib/refunds/dashboard/refund-views.rules";

export const metadata = { title: refundWords.title };

type Props = { params: Promise<{ projectId: string }>; searchParams: Promise<SearchParams> };

export default async function RefundsPage({ params, searchParams }: Props) {
  const access = await requireProject((await params).projectId);
  const query = await searchParams;
  const deps = getDeps();
  const place = placeOf(query, refundCursors);
  const filter = readRefundFilter(query);
  const [part, waiting] = await Promise.all([
    listProjectRefunds(deps, access, filter, place),
    countWaitingRefunds(deps, access),
  ]);
  return (
    <RefundList
      projectId={access.projectId}
      chains={deps.chains}
      filter={filter}
      place={place}
      part={part}
      waiting={waiting}
      canExport={access.may("project.export")}
      apiUrl={env().BASE_URL}
    />
  );
}
