import type { AuditEntry } from "@/lib/accounts/audit.store";
import type { TokenRef } from "@/lib/chain/token.rules";
import type { LogPlace } from "@/lib/platform/lists/list-place.rules";
import type { AuditFilter } from "./log-filters.rules";

/** Something that was done in a project, as its people read of it. */
export type AuditRecord = Pick<AuditEntry, "details" | "at"> & {
  id: bigint;
  action: string;
  target: string | null;
  /** Of the checkout or refund that it is about: amounts in `details` are in its smallest units. */
  token: TokenRef | null;
  /** Null for the operator, and for a person who is gone. */
  who: { userId: string; email: string; name: string | null } | null;
};

export type AuditLog = {
  /** Away from the place's cursor: oldest first where it is `before`, newest first else. */
  page(projectId: string, filter: AuditFilter, place: LogPlace, limit: number): Promise<AuditRecord[]>;
  /** What there is to filter by, of late. */
  choices(projectId: string): Promise<{
    people: { userId: string; email: string; name: string | null }[];
    actions: string[];
  }>;
};
