import { RequestList } from "@/components/dashboard/developers/requests/request-list";
import { requireProject } from "@/lib/api/dashboard/page-access";
import { getDeps } from "@/lib/api/deps";
import { operations } from "@/lib/api/operation-list";
import { logCursors, placeOf, type SearchParams } from "@/lib/platform/lists/list-place.rules";
import { readRequestFilter } from "@/lib/projects/logs/log-filters.rules";
import { listRequests } from "@/lib/projects/logs/logs";

export const metadata = { title: "Request log" };

/** Those that need a key: of others no project is known. */
const keyed = Object.values(operations).flatMap(({ keyKind, operationId }) =>
  keyKind === "none" ? [] : [operationId as string],
);

type Props = {
  params: Promise<{ projectId: string }>;
  searchParams: Promise<SearchParams>;
};

export default async function RequestsPage({ params, searchParams }: Props) {
  const access = await requireProject((await params).projectId, "requestLog.read");
  const query = await searchParams;
  const place = placeOf(query, logCursors);
  const filter = readRequestFilter(query, keyed);
  return (
    <RequestList
      path={`/dashboard/projects/${access.projectId}/developers/requests`}
      filter={filter}
      operations={keyed}
      place={place}
      part={await listRequests(getDeps(), access, filter, place)}
    />
  );
}
