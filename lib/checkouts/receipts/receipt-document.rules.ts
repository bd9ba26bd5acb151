import { type Limit, limitsAmongClients } from "@/lib/platform/limits/client-limits.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { dayMs } from "@/lib/platform/values/time.rules";

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
  /** Its address and tax number, for example. */
  merchantDetails: string | null;
  /** SHA-256 of its logo, hex; null without one. */
  logoDigest: string | null;
  /** Locale of its words, such as `ko-KR`. */
  language: string;
  /** Of the payment, or of the checkout's creation. The same document has the same bytes. */
  at: Date;
  /** The amount that matters, in large: the price, or what is due. */
  headline: ReceiptRow;
  /** What belongs together, the most important first. */
  groups: readonly (readonly ReceiptRow[])[];
  /** The payment page, as a link and a QR code: it takes the payment, and proves the receipt. */
  code: { label: string; url: string };
};

type ReceiptRow = {
  label: string;
  /** With a line for each of several values. */
  value: string;
  /** The time in the value, ISO 8601. */
  iso?: string;
};

/** A receipt by e-mail must cost its requester more than the mail is worth to a spammer. */
const leastTokens = 1n;

/** Whether a payment is large enough for a receipt by e-mail. */
export function allowsReceipt(paidUnits: bigint, decimals: number): boolean {
  return paidUnits >= leastTokens * 10n ** BigInt(decimals);
}

/** In a day. */
const mostPerAddress = 3;
const mostOfProject = { each: 20, all: 1_000, windowMs: dayMs };

/**
 * Limits of one receipt. An address gets few in a day, one for each checkout; a project and a client network send a
 * limited number.
 *
 * @param addressHash of the address, which is deleted with its e-mail
 * @param client the requester's network
 */
export function receiptLimits(
  checkoutId: string,
  projectId: string,
  addressHash: string,
  client: string,
): Limit[] {
  return [
    { bucket: `receipt:${checkoutId}:${addressHash}`, most: 1, windowMs: dayMs },
    { bucket: `receipt-address:${addressHash}`, most: mostPerAddress, windowMs: dayMs },
    ...limitsAmongClients({ bucket: `receipts:${projectId}`, ...mostOfProject }, client),
  ];
}
