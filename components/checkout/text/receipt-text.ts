import "server-only";
import type { Messages } from "@/components/checkout/messages/catalogue";
import { safeView } from "@/components/checkout/screen-props";
import { fiatValue } from "@/lib/books/movement.rules";
import type { ReceiptDocument, ReceiptFacts } from "@/lib/checkouts/receipts/receipt-document.rules";
import { checkoutScreen } from "@/lib/checkouts/views/checkout-screen.rules";
import type { PublicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import { fill } from "@/lib/platform/i18n/message.rules";
import { writeDecimal } from "@/lib/platform/i18n/translation.rules";
import { checksummed } from "@/lib/platform/primitives.schema";
import { formatUnits } from "@/lib/platform/values/money.rules";
import { oneLine } from "@/lib/platform/values/text.rules";
import { acceptedPart } from "./accepted-part";
import { displayAmount } from "./amounts";
import { dateAndTime, fiatPrice } from "./server-formats";

type Row = readonly [label: string, value: string];

/** Its rows with a value. A row without a label belongs to the one above. */
function receiptRows(view: PublicCheckoutView, facts: ReceiptFacts, t: Messages): Row[] {
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
    ...valueRows(view, facts, t),
    [t.receiptAccepted, accepted === null ? null : fill(t.acceptedOf, accepted)],
    [t.receiptNetwork, network?.name ?? null],
    [t.receiptDate, view.paidAt === null ? null : dateAndTime(view.paidAt, t, facts.timeZone)],
    [t.receiptCustomer, facts.customer === null ? null : oneLine(facts.customer)],
    [t.receiptPayer, facts.payers.length === 0 ? null : payersOf(facts)],
    [t.transaction, view.paymentTxHash],
    [t.receiptCheckout, view.id],
  ] as const;
  return rows.flatMap(([label, value]) => (value === null ? [] : [[label, value] as const]));
}

function amountOf(units: string, token: PublicCheckoutView["token"], t: Messages): string {
  return `${displayAmount(units, token, t)} ${token?.symbol ?? ""}`;
}

function payersOf({ payers, payerCount }: ReceiptFacts): string {
  const more = payerCount - payers.length;
  return [...payers.map(checksummed), ...(more > 0 ? [`+ ${more}`] : [])].join("\n");
}

/**
 * What the payment was worth at the rate that priced the checkout, the only one that is stored. A price in tokens has
 * none: a later rate would be an invention.
 */
function valueRows(
  { totalPaid, token, exchangeRateUsed, exchangeRateAt, fiatCurrency }: PublicCheckoutView,
  { timeZone }: ReceiptFacts,
  t: Messages,
): Row[] {
  if (token === null) return [];
  if (exchangeRateUsed === null || exchangeRateAt === null || fiatCurrency === null)
    return [[t.receiptValue, fill(t.receiptNoValue, { token: token.symbol })]];
  const terms = { currency: fiatCurrency, perToken: exchangeRateUsed, at: null, source: null };
  const { digits, places } = fiatValue(BigInt(totalPaid), token.decimals, terms);
  const rate = {
    token: token.symbol,
    rate: writeDecimal(exchangeRateUsed, t.locale.numbers),
    currency: fiatCurrency,
    time: dateAndTime(exchangeRateAt, t, timeZone),
  };
  return [
    [t.receiptValue, fiatPrice(formatUnits(digits, places), fiatCurrency, t)],
    ["", fill(t.rateLine, rate)],
  ];
}

/** The receipt as lines of an e-mail, in the words of the page. */
export function receiptText(view: PublicCheckoutView, facts: ReceiptFacts, t: Messages) {
  return {
    subject: fill(t.mailReceiptSubject, { merchant: view.merchantName }),
    lines: receiptRows(view, facts, t).map(([label, value]) => (label === "" ? value : `${label}: ${value}`)),
    reason: t.mailReceiptReason,
    language: t.locale.locale,
  };
}

/** The receipt as a document, with the refunds; null while the page has no receipt. */
export function receiptDocument(
  { view: found, facts }: { view: PublicCheckoutView; facts: ReceiptFacts },
  t: Messages,
): ReceiptDocument | null {
  const view = safeView(found);
  const screen = checkoutScreen(view);
  if ((screen !== "paid" && screen !== "refunded") || view.paidAt === null) return null;
  const refunds = view.refunds.map(({ amount, completedAt, txHash }) => {
    const refunded = `${amountOf(amount, view.token, t)}, ${dateAndTime(completedAt, t, facts.timeZone)}`;
    return [t.receiptRefund, txHash === null ? refunded : `${refunded}\n${txHash}`] as const;
  });
  return {
    title: t.receiptTitle,
    merchantName: view.merchantName,
    logoDigest: facts.logoDigest,
    language: t.locale.locale,
    at: new Date(view.paidAt),
    rows: [...receiptRows(view, facts, t), ...refunds],
  };
}
