import type { AuditEntry } from "@/lib/accounts/audit.port";
import type { CheckoutStatus } from "@/lib/checkouts/checkout.rules";

export type TestToolStore = {
  /**
   * Ends the time of a PENDING checkout, and writes that down in its timeline and in the audit log.
   * @returns false when the project has no such checkout, or it is not PENDING
   */
  endTime(checkoutId: string, expiresAt: Date, entry: AuditEntry): Promise<boolean>;
  audit(entry: AuditEntry): Promise<void>;
  /** The project's, newest first. */
  recent(projectId: string, limit: number): Promise<RecentCheckout[]>;
};

export type RecentCheckout = {
  id: string;
  status: CheckoutStatus;
  itemName: string | null;
  referenceId: string | null;
  createdAt: Date;
};
