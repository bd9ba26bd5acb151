import type { AuditAction } from "./audit-actions.rules";

/** What an owner, or the operator, did. */
export type AuditEntry = {
  /** Null for what a person did to their own account. */
  projectId: string | null;
  /** Null for the operator. */
  userId: string | null;
  action: AuditAction;
  /** Id of what it was done to. */
  target: string;
  details: Readonly<Record<string, string | number | boolean | null>> | null;
  at: Date;
};
