import { type ListPart, type LogPlace, toLogPart } from "@/lib/platform/lists/list-place.rules";
import type { ProjectAccess } from "@/lib/projects/project-access";
import type { AuditLog, AuditRecord } from "./audit-log.store";
import type { AuditFilter } from "./log-filters.rules";

const perPage = 50;

/** A page of the project's audit log, newest first, and the filter values. @throws CheckoutError FORBIDDEN */
export async function readAuditLog(
  { auditLog }: { auditLog: AuditLog },
  access: ProjectAccess,
  filter: AuditFilter,
  place: LogPlace,
): Promise<{ part: ListPart<AuditRecord, bigint>; choices: Awaited<ReturnType<AuditLog["choices"]>> }> {
  access.require("audit.read");
  const [found, choices] = await Promise.all([
    auditLog.page(access.projectId, filter, place, perPage + 1),
    auditLog.choices(access.projectId),
  ]);
  return { part: toLogPart(found, place, perPage), choices };
}
