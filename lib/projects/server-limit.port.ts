import type { AuditEntry } from "@/lib/accounts/audit.port";

/**
 * Saves how many requests a minute a project may send to the Server API; null for the service's default.
 * @returns false when there is no such project
 */
export type SaveServerLimit = (perMinute: number | null, entry: AuditEntry) => Promise<boolean>;
