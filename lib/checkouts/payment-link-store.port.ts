import type { AuditEntry } from "@/lib/accounts/audit.port";
import type { ListPlace } from "@/lib/platform/lists/list-place.rules";
import type { CheckoutStore } from "./checkout-store.port";
import type { OpenPaymentLink, PaymentLink } from "./payment-link.rules";

export type PaymentLinkStore = {
  /**
   * The project's, whether or not they are disabled; away from the place's cursor: oldest first where it is `before`,
   * newest first else.
   */
  page(projectId: string, place: ListPlace, limit: number): Promise<PaymentLink[]>;
  find(projectId: string, linkId: string): Promise<PaymentLink | null>;
  /** Null for one that was never there, is disabled, or whose project is deleted. */
  findOpen(slug: string): Promise<Omit<OpenPaymentLink, "symbols"> | null>;
  /** Nothing is written when some link has the slug, or the project has `limit` of them that are not disabled. */
  insert(
    link: PaymentLink,
    limit: number,
    entry: AuditEntry,
  ): Promise<"inserted" | "slug_taken" | "too_many">;
  /** @returns false for an unknown link and equally for another project's; disabled ones stay as they are */
  disable(projectId: string, linkId: string, at: Date, entry: AuditEntry): Promise<boolean>;
  /** Writes checkouts as made by this link, and counts them; throws NOT_FOUND once it is closed. */
  checkoutsOf(linkId: string): Pick<CheckoutStore, "insert">;
};
