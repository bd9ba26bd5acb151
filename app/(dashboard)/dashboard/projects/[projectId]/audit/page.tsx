import { History } from "lucide-react";
import { AuditFilterForm } from "@/components/dashboard/audit/audit-filter-form";
import { AuditTable } from "@/components/dashboard/audit/audit-table";
import { auditWords } from "@/components/dashboard/messages/audit";
import { Card } from "@/components/dashboard/ui/card";
import { EmptyState } from "@/components/dashboard/ui/empty-state";
import { PageHeader } from "@/components/dashboard/ui/page-header";
import { Pager } from "@/components/dashboard/ui/pager";
import { auditQueryText, parseAuditQuery } from "@/lib/core/dashboard/audit-filter";
import { requireProject } from "@/lib/server/dashboard/access";
import { getDeps } from "@/lib/server/deps";
import { readAuditLog } from "@/lib/services/settings/read-audit-log";

export const metadata = { title: "Audit log" };

type Props = {
  params: Promise<{ projectId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function AuditPage({ params, searchParams }: Props) {
  const access = await requireProject((await params).projectId, "audit.read");
  const query = parseAuditQuery(await searchParams);
  const { records, next, choices } = await readAuditLog(getDeps(), access, query);
  const path = `/dashboard/projects/${access.projectId}/audit`;
  const at = (before: bigint | null) => `${path}?${auditQueryText({ ...query, before })}`;
  const isFiltered = query.userId !== null || query.action !== null;
  return (
    <>
      <PageHeader title={auditWords.title} description={auditWords.description} />
      <div className="flex flex-col gap-5">
        <AuditFilterForm path={path} {...choices} chosen={query} />
        <Card flush>
          {records.length === 0 ? (
            <EmptyState icon={History} title={isFiltered ? auditWords.emptyFiltered : auditWords.empty}>
              {isFiltered ? auditWords.emptyFilteredText : auditWords.emptyText}
            </EmptyState>
          ) : (
            <AuditTable rows={records.map((record) => ({ ...record, id: record.id.toString() }))} />
          )}
          <Pager
            toFirst
            previous={query.before === null ? null : at(null)}
            next={next === null ? null : at(next)}
          />
        </Card>
      </div>
    </>
  );
}
