import "server-only";
import type { Messages } from "@/components/checkout/messages/catalogue";
import type { PublicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import { fill } from "@/lib/platform/i18n/message.rules";
import { acceptedPart } from "./accepted-part";
import { displayAmount } from "./amounts";
import { dateAndTime, fiatPrice } from "./server-formats";

/** The receipt as lines of an e-mail, in the words of the page. */
export function receiptText(view: PublicCheckoutView, t: Messages) {
  const { merchantName, merchantDetails, itemName, referenceId, fiatAmount, fiatCurrency, token, network } =
    view;
  const price = fiatAmount === null || fiatCurrency === null ? null : fiatPrice(fiatAmount, fiatCurrency, t);
  const accepted = acceptedPart(view, t);
  const lines = [
    [t.receiptPaidTo, merchantName],
    ["", merchantDetails],
    [t.receiptItem, itemName],
    [t.receiptReference, referenceId],
    [t.receiptPrice, price],
    [t.receiptAmount, `${displayAmount(view.totalPaid, token, t)} ${token?.symbol ?? ""}`],
    [t.receiptAccepted, accepted === null ? null : fill(t.acceptedOf, accepted)],
    [t.receiptNetwork, network?.name ?? null],
    [t.receiptDate, view.paidAt === null ? null : dateAndTime(view.paidAt, t)],
    [t.transaction, view.paymentTxHash],
    [t.receiptCheckout, view.id],
  ] as const;
  return {
    subject: fill(t.mailReceiptSubject, { merchant: merchantName }),
    lines: lines.flatMap(([label, value]) =>
      value === null ? [] : [label === "" ? value : `${label}: ${value}`],
    ),
    reason: t.mailReceiptReason,
    language: t.locale.locale,
  };
}
