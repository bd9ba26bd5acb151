import type { Hex } from "@/lib/platform/values/hex.rules";

/** What a receipt shows besides the public view. */
export type ReceiptFacts = {
  /** Of its times: the project's, or UTC. */
  timeZone: string;
  /** The wallets whose transfers count, the largest amount first; a receipt lists a few of them. */
  payers: readonly Hex[];
  /** All such wallets. */
  payerCount: number;
  /** SHA-256 of the project's logo, hex; null without one. */
  logoDigest: string | null;
  /** A name or an e-mail address by the checkout's metadata; on the merchant's copy alone, and null without one. */
  customer: string | null;
};

/** What a customer gets as a file: a receipt of a payment, or before it an invoice. */
export type ReceiptDocument = {
  kind: "receipt" | "invoice";
  /** The document's heading. */
  title: string;
  merchantName: string;
  /** SHA-256 of its logo, hex; null without one. */
  logoDigest: string | null;
  /** Locale of its words, such as `ko-KR`. */
  language: string;
  /** Of the payment, or of the checkout's creation. The same document has the same bytes. */
  at: Date;
  /** The payment page, as a link and a QR code; null once it is paid. */
  payUrl: string | null;
  rows: readonly (readonly [label: string, value: string])[];
};
