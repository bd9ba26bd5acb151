import { AuditList } from "@/components/dashboard/audit/audit-list";
import { requireProject } from "@/lib/api/dashboard/page-access";
import { getDeps } from "@/lib/api/deps";
import { logCursors, placeOf, type SearchParams } from "@/lib/platform/lists/list-place.rules";
import { readAuditFilter } from "@/lib/projects/logs/log-filters.rules";
import { readAuditLog } from "@/lib/projects/logs/logs";

export const metadata = { title: "Audit log" };

type Props = { params: Promise<{ projectId: string }>; searchParams: Promise<SearchParams> };

export default async function AuditPage({ params, searchParams }: Props) {
  const access = await requireProject((await params).projectId, "audit.read");
  const query = await searchParams;
  const place = placeOf(query, logCursors);
  const filter = readAuditFilter(query);
  const deps = getDeps();
  return (
    <AuditList
      path={`/dashboard/projects/${access.projectId}/audit`}
      chains={deps.chains}
      filter={filter}
      place={place}
      {...(await readAuditLog(deps, access, filter, place))}
    />
  );
}
