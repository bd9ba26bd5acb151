import type { AuditEntry } from "../audit";

/** Something that was done in a project, as its people read of it. */
export type AuditRecord = Pick<AuditEntry, "action" | "details" | "at"> & {
  id: bigint;
  target: string | null;
  /** Null for the operator, and for a person who is gone. */
  who: { userId: string; email: string; name: string | null } | null;
};

export type AuditFilter = { userId: string | null; action: string | null };

export type AuditLog = {
  /** Newest first, those older than `before`. */
  page(projectId: string, filter: AuditFilter, before: bigint | null, limit: number): Promise<AuditRecord[]>;
  /** What there is to filter by, of late. */
  choices(projectId: string): Promise<{
    people: { userId: string; email: string; name: string | null }[];
    actions: string[];
  }>;
};
