import type { TimelineEntry } from "@/lib/core/checkout";

/** What an owner, or the operator, did. */
export type AuditEntry = {
  projectId: string;
  /** Null for the operator. */
  userId: string | null;
  action: string;
  /** Id of what it was done to. */
  target: string;
  details: TimelineEntry["details"];
  at: Date;
};
