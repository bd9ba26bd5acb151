import { createHash } from "node:crypto";
import { mapOrderTexts } from "@/lib/checkouts/order-fields.rules";
import { allowsReceipt, receiptLimits } from "@/lib/checkouts/receipts/receipt-document.rules";
import type { PublicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import { checkoutNotFound } from "@/lib/checkouts/views/read-checkout";
import { inert, paragraphs } from "@/lib/letters/letter-text";
import type { Mail } from "@/lib/letters/send-letters";
import { type Fault, fault } from "@/lib/platform/faults/fault.rules";
import type { Limit } from "@/lib/platform/limits/client-limits.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { type ReceiptParts, readReceiptFacts } from "./read-receipt";
import type { ReceiptFacts } from "./receipt-document.rules";

/** A receipt in the customer's language: its lines, the names of the links to its page and file, and why it was sent. */
export type ReceiptText = {
  subject: string;
  lines: readonly string[];
  check: string;
  file: string;
  reason: string;
  language: string;
};

/** One for the customer, and one more for another address: a stranger's request must not use up the customer's. */
const keysOf = (checkoutId: string) => [`checkout.receipt/${checkoutId}`, `checkout.receipt/${checkoutId}/2`];

type Payment = Pick<PublicCheckoutView, "isPaid" | "totalPaid"> & { token: { decimals: number } | null };

/** `again` once it was sent to one address, `sent` once it was sent to two. */
export type ReceiptState = "open" | "again" | "sent";

/** Whether a paid checkout's page can send the receipt; null without a mail server, before the payment or for a small one. */
export async function receiptState(mail: Mail, view: Payment & { id: string }): Promise<ReceiptState | null> {
  if (mail === null || !isEligible(view)) return null;
  const [first = false, second = false] = await Promise.all(
    keysOf(view.id).map((key) => mail.letters.has(key)),
  );
  return second ? "sent" : first ? "again" : "open";
}

function isEligible({ isPaid, totalPaid, token }: Payment): boolean {
  return isPaid && token !== null && allowsReceipt(BigInt(totalPaid), token.decimals);
}

type MailParts = ReceiptParts & {
  mail: Mail;
  /** What the customer sees. @throws CheckoutError CHECKOUT_NOT_FOUND */
  show: (checkoutId: string) => Promise<PublicCheckoutView>;
};

/**
 * Sends the receipt to an address that the customer enters: once, and once more to another address. The address is
 * deleted with the e-mail once it is sent; a hash of it limits what the address receives in a day.
 *
 * @param client network of the requester
 * @param write composes it from a view whose texts of the merchant are safe in an e-mail
 * @throws CheckoutError CHECKOUT_NOT_FOUND, RECEIPT_UNAVAILABLE, RATE_LIMIT_EXCEEDED
 */
export async function mailReceipt(
  deps: MailParts,
  checkoutId: string,
  recipient: string,
  client: string,
  write: (view: PublicCheckoutView, facts: ReceiptFacts) => ReceiptText,
): Promise<void> {
  const found = await deps.checkouts.findPublic(checkoutId);
  if (found === null) throw checkoutNotFound();
  const { projectId, createdVia } = found.checkout;
  const view = await deps.show(checkoutId);
  const state = await receiptState(deps.mail, view);
  if (deps.mail === null || state === null) throw unavailable(fault("receipts.noneToSend"));
  if (state === "sent") throw unavailable(fault("receipts.sent"));
  await countReceipt(deps, receiptLimits(view.id, projectId, hashOf(recipient), client));
  // Anyone can create a checkout with a publishable key, and its texts.
  const { subject, lines, check, file, reason, language } = write(
    inertView(createdVia === "api_key" ? withoutTexts(view) : view),
    await readReceiptFacts(deps, found),
  );
  const letter = {
    kind: "checkout.receipt",
    projectId,
    recipient,
    subject,
    body: paragraphs(
      lines.join("\n"),
      `${check}: ${deps.checkoutPageUrl}/c/${view.id}`,
      `${file}: ${deps.checkoutPageUrl}/api/c/${view.id}/receipt.pdf?language=${language}`,
      reason,
    ),
    language,
  } as const;
  for (const dedupeKey of keysOf(view.id))
    if ((await deps.mail.letters.write([{ ...letter, dedupeKey }], deps.clock.now())) > 0) return;
  throw unavailable(fault("receipts.sent"));
}

async function countReceipt({ rateLimiter }: ReceiptParts, limits: readonly Limit[]): Promise<void> {
  const { admitted, states, retryAfterMs } = await rateLimiter.take(limits);
  if (admitted) return;
  if (states[0]?.remaining === 0) throw unavailable(fault("receipts.sentThere"));
  throw new CheckoutError("RATE_LIMIT_EXCEEDED", fault("checkouts.mostReceipts"), {
    retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1_000)),
  });
}

function hashOf(address: string): string {
  return createHash("sha256").update(address.toLowerCase()).digest("hex");
}

function withoutTexts(view: PublicCheckoutView): PublicCheckoutView {
  return { ...mapOrderTexts(view, () => null), taxes: {} };
}

const unavailable = (reason: Fault) => new CheckoutError("RECEIPT_UNAVAILABLE", reason);

function inertView(view: PublicCheckoutView): PublicCheckoutView {
  const { merchantName, merchantDetails } = view;
  return {
    ...mapOrderTexts(view, (text) => inert(text, 200)),
    merchantName: inert(merchantName, 60),
    merchantDetails: merchantDetails === null ? null : inert(merchantDetails, 200),
  };
}
