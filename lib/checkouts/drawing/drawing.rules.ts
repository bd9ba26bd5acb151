import type { ReceiptDocument } from "@/lib/checkouts/receipts/receipt-document.rules";

/** In pixels, as messengers want it. */
export const previewSize = { width: 1200, height: 630 } as const;

/** The texts of a link's picture, in the language of its first reader. */
export type PreviewTexts = { language: string; merchant: string; title: string; price: string | null };

/** A payment link's picture for the previews of messengers. */
export type LinkPreview = {
  kind: "preview";
  texts: PreviewTexts;
  /** #rrggbb, readable on white. */
  accent: string;
  /** SHA-256 of the merchant's logo, hex; null without one. */
  logoDigest: string | null;
};

/** What a drawing shows: the same always has the same bytes. */
export type Drawing = LinkPreview | ReceiptDocument;
