import "server-only";
import type { Messages } from "@/components/checkout/messages/catalogue";
import { safeView } from "@/components/checkout/screen-props";
import type { ReceiptDocument } from "@/lib/checkouts/receipts/receipt-document.rules";
import { checkoutScreen } from "@/lib/checkouts/views/checkout-screen.rules";
import type { PublicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import { fill } from "@/lib/platform/i18n/message.rules";
import { writeDecimal } from "@/lib/platform/i18n/translation.rules";
import { acceptedPart } from "./accepted-part";
import { displayAmount } from "./amounts";
import { dateAndTime, fiatPrice } from "./server-formats";

type Row = readonly [label: string, value: string];

/** Its rows with a value. A row without a label belongs to the one above. */
function receiptRows(view: PublicCheckoutView, t: Messages): Row[] {
  const { merchantName, merchantDetails, itemName, referenceId, fiatAmount, fiatCurrency, token, network } =
    view;
  const price = fiatAmount === null || fiatCurrency === null ? null : fiatPrice(fiatAmount, fiatCurrency, t);
  const accepted = acceptedPart(view, t);
  const rows = [
    [t.receiptPaidTo, merchantName],
    ["", merchantDetails],
    [t.receiptItem, itemName],
    [t.receiptReference, referenceId],
    [t.receiptPrice, price],
    [t.receiptAmount, amountOf(view.totalPaid, token, t)],
    [t.receiptAccepted, accepted === null ? null : fill(t.acceptedOf, accepted)],
    [t.receiptNetwork, network?.name ?? null],
    [t.receiptDate, view.paidAt === null ? null : dateAndTime(view.paidAt, t)],
    [t.transaction, view.paymentTxHash],
    [t.receiptCheckout, view.id],
  ] as const;
  return rows.flatMap(([label, value]) => (value === null ? [] : [[label, value] as const]));
}

function amountOf(units: string, token: PublicCheckoutView["token"], t: Messages): string {
  return `${displayAmount(units, token, t)} ${token?.symbol ?? ""}`;
}

/** The receipt as lines of an e-mail, in the words of the page. */
export function receiptText(view: PublicCheckoutView, t: Messages) {
  return {
    subject: fill(t.mailReceiptSubject, { merchant: view.merchantName }),
    lines: receiptRows(view, t).map(([label, value]) => (label === "" ? value : `${label}: ${value}`)),
    reason: t.mailReceiptReason,
    language: t.locale.locale,
  };
}

/** The receipt as a document, with the rate and the refunds; null while the page has no receipt. */
export function receiptDocument(found: PublicCheckoutView, t: Messages): ReceiptDocument | null {
  const view = safeView(found);
  const screen = checkoutScreen(view);
  if ((screen !== "paid" && screen !== "refunded") || view.paidAt === null) return null;
  const refunds = view.refunds.map(({ amount, completedAt, txHash }) => {
    const lines = [`${amountOf(amount, view.token, t)}, ${dateAndTime(completedAt, t)}`, txHash];
    return [t.receiptRefund, lines.filter((line) => line !== null).join("\n")] as const;
  });
  const rate = rateLine(view, t);
  return {
    title: t.receiptTitle,
    merchantName: view.merchantName,
    language: t.locale.locale,
    at: new Date(view.paidAt),
    rows: [
      ...receiptRows(view, t).flatMap((row) =>
        row[0] === t.receiptPrice && rate !== null ? [row, ["", rate] as const] : [row],
      ),
      ...refunds,
    ],
  };
}

/** The rate by which the price became the amount, so it tells the payment's value in fiat. */
function rateLine(
  { token, exchangeRateUsed, exchangeRateAt, fiatCurrency }: PublicCheckoutView,
  t: Messages,
) {
  if (token === null || exchangeRateUsed === null || exchangeRateAt === null || fiatCurrency === null)
    return null;
  const time = dateAndTime(exchangeRateAt, t);
  const rate = writeDecimal(exchangeRateUsed, t.locale.numbers);
  return fill(t.rateLine, { token: token.symbol, rate, currency: fiatCurrency, time });
}
