import type { ProjectAccess } from "../access/project-access";
import type { AuditFilter, AuditLog, AuditRecord } from "../ports/dashboard/audit-log";

const pageSize = 50;

export type AuditPage = {
  records: AuditRecord[];
  /** Where the next page begins; null at the end. */
  next: bigint | null;
  choices: Awaited<ReturnType<AuditLog["choices"]>>;
};

/** What was done in the project, newest first. @throws CheckoutError FORBIDDEN */
export async function readAuditLog(
  { auditLog }: { auditLog: AuditLog },
  access: ProjectAccess,
  { before, ...filter }: AuditFilter & { before: bigint | null },
): Promise<AuditPage> {
  access.require("audit.read");
  const [found, choices] = await Promise.all([
    auditLog.page(access.projectId, filter, before, pageSize + 1),
    auditLog.choices(access.projectId),
  ]);
  const records = found.slice(0, pageSize);
  return { records, next: found.length > pageSize ? (records.at(-1)?.id ?? null) : null, choices };
}
