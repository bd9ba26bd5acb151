import type { AuditEntry } from "./audit.store";

/** What a person did to their own account, for the audit log. */
export function accountEntry(
  userId: string,
  action: string,
  at: Date,
  details: AuditEntry["details"] = null,
): AuditEntry {
  return { projectId: null, userId, action: `account.${action}`, target: userId, details, at };
}
