import type { AuditEntry } from "@/lib/accounts/audit.port";

/** The origins of pages that may use a project's keys in browsers, and show its payment page in a frame. */
export type AllowedOrigins = {
  /** In order of their names. */
  list(projectId: string): Promise<string[]>;
  /**
   * Writes down what was done, should it change anything.
   *
   * @param most how many a project may have
   * @returns false when there is no such project, or no room for one more
   */
  allow(origin: string, most: number, entry: AuditEntry): Promise<boolean>;
  /** The same; one that is not there is forbidden already. */
  forbid(origin: string, entry: AuditEntry): Promise<boolean>;
};
