import type { AuditEntry } from "@/lib/services/ports/audit";
import type { CheckoutStore } from "@/lib/services/ports/checkout-store";

/** A page that makes a checkout of its price when a customer asks it to. */
export type PaymentLink = {
  id: string;
  projectId: string;
  /** The end of its address: lower-case letters, digits and dashes. */
  slug: string;
  itemName: string;
  itemDescription: string | null;
  /** Either the fiat pair, or an amount in smallest units. */
  fiatAmount: string | null;
  fiatCurrency: string | null;
  amountUnits: bigint | null;
  successUrl: string | null;
  /** Made by it so far. */
  checkoutCount: number;
  createdAt: Date;
  /** Null while it can be paid. */
  disabledAt: Date | null;
};

/** A link as its customers see it. */
export type OpenPaymentLink = {
  link: PaymentLink;
  merchantName: string;
  logoDigest: string | null;
  accentColor: string | null;
};

export type PaymentLinkStore = {
  /** The project's, newest first, whether or not they are disabled; at most `take`, after the one that is named. */
  list(projectId: string, after: string | null, take: number): Promise<PaymentLink[]>;
  find(projectId: string, linkId: string): Promise<PaymentLink | null>;
  /** Null for one that was never there, is disabled, or whose project is deleted. */
  findOpen(slug: string): Promise<OpenPaymentLink | null>;
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
