import { checkoutMessages } from "@/components/checkout/messages/catalogue";
import { settlementWords } from "@/components/dashboard/messages/settlements";
import { SettlementList } from "@/components/dashboard/settlements/settlement-list";
import { requireProject } from "@/lib/api/dashboard/page-access";
import { getDeps } from "@/lib/api/deps";
import { placeOf, type SearchParams } from "@/lib/platform/lists/list-place.rules";
import { listProjectSettlements, readUnswept } from "@/lib/settlement/dashboard/read-settlements";
import { readSettlementFilter, settlementCursors } from "@/lib/settlement/dashboard/settlement-views.rules";

export const metadata = { title: settlementWords.title };

type Props = { params: Promise<{ projectId: string }>; searchParams: Promise<SearchParams> };

export default async function SettlementsPage({ params, searchParams }: Props) {
  const access = await requireProject((await params).projectId);
  const query = await searchParams;
  const deps = getDeps();
  const place = placeOf(query, settlementCursors);
  const filter = readSettlementFilter(query);
  const [part, { gas, ...unswept }] = await Promise.all([
    listProjectSettlements(deps, access, filter, place),
    readUnswept(deps, access),
  ]);
  return (
    <SettlementList
      projectId={access.projectId}
      chains={deps.chains}
      filter={filter}
      place={place}
      part={part}
      unswept={unswept}
      gas={gas}
      canExport={access.may("project.export")}
      canSweep={access.may("settlements.request")}
      walletWords={checkoutMessages({ language: "en", locale: "en" }).live}
    />
  );
}
