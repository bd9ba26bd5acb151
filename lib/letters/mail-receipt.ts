import type { CheckoutStore } from "@/lib/checkouts/checkout.store";
import type { PublicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import { checkoutNotFound } from "@/lib/checkouts/views/read-checkout";
import { inert, paragraphs } from "@/lib/mail/letter-text";
import type { Mail } from "@/lib/mail/send-letters";
import type { Clock } from "@/lib/platform/clock";
import { CheckoutError } from "@/lib/platform/values/errors.rules";

/** A receipt in the customer's language: its lines, and why the e-mail was sent. */
export type ReceiptText = { subject: string; lines: readonly string[]; reason: string };

const keyOf = (checkoutId: string) => `checkout.receipt/${checkoutId}`;

/**
 * Whether a paid checkout's page can send the receipt: `open`, `sent` once it was requested, null without a mail server
 * or before the payment.
 */
export async function receiptState(
  mail: Mail,
  { id, isPaid }: Pick<PublicCheckoutView, "id" | "isPaid">,
): Promise<"open" | "sent" | null> {
  if (mail === null || !isPaid) return null;
  return (await mail.letters.has(keyOf(id))) ? "sent" : "open";
}

type ReceiptDeps = {
  clock: Clock;
  mail: Mail;
  checkouts: Pick<CheckoutStore, "findPublic">;
  /** What the customer sees. @throws CheckoutError CHECKOUT_NOT_FOUND */
  show: (checkoutId: string) => Promise<PublicCheckoutView>;
  checkoutPageUrl: string;
};

/**
 * Sends the receipt to an address that the customer enters, once for each checkout: nobody can send a second one to a
 * stranger. The address is deleted with the e-mail once it is sent.
 *
 * @param write composes it from a view whose texts of the merchant are safe in an e-mail
 * @throws CheckoutError CHECKOUT_NOT_FOUND, RECEIPT_UNAVAILABLE
 */
export async function mailReceipt(
  deps: ReceiptDeps,
  checkoutId: string,
  recipient: string,
  write: (view: PublicCheckoutView) => ReceiptText,
): Promise<void> {
  const found = await deps.checkouts.findPublic(checkoutId);
  if (found === null) throw checkoutNotFound();
  const view = await deps.show(checkoutId);
  if (deps.mail === null || !view.isPaid) throw unavailable("There is no receipt to send.");
  const { subject, lines, reason } = write(inertView(view));
  const written = await deps.mail.letters.write(
    [
      {
        dedupeKey: keyOf(view.id),
        kind: "checkout.receipt",
        projectId: found.checkout.projectId,
        recipient,
        subject,
        body: paragraphs(lines.join("\n"), `${deps.checkoutPageUrl}/c/${view.id}`, reason),
      },
    ],
    deps.clock.now(),
  );
  if (written === 0) throw unavailable("The receipt was already sent.");
}

const unavailable = (message: string) => new CheckoutError("RECEIPT_UNAVAILABLE", message);

function inertView(view: PublicCheckoutView): PublicCheckoutView {
  const { merchantName, merchantDetails, itemName, referenceId } = view;
  const safe = (text: string | null) => (text === null ? null : inert(text, 200));
  return {
    ...view,
    merchantName: inert(merchantName, 60),
    merchantDetails: safe(merchantDetails),
    itemName: safe(itemName),
    referenceId: safe(referenceId),
  };
}
