import "server-only";
import type { Messages } from "@/components/checkout/messages/catalogue";
import { safeView } from "@/components/checkout/screen-props";
import { fiatValue } from "@/lib/books/movement.rules";
import { withoutTaxes } from "@/lib/checkouts/order-fields.rules";
import type { ReceiptDocument, ReceiptFacts } from "@/lib/checkouts/receipts/receipt-document.rules";
import { type CheckoutScreen, checkoutScreen } from "@/lib/checkouts/views/checkout-screen.rules";
import type { PublicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import { fill } from "@/lib/platform/i18n/message.rules";
import { writeDecimal } from "@/lib/platform/i18n/translation.rules";
import { checksummed } from "@/lib/platform/values/checksum.rules";
import { formatUnits } from "@/lib/platform/values/money.rules";
import { oneLine } from "@/lib/platform/values/one-line.rules";
import { isolated } from "@/lib/platform/values/text.rules";
import { findFiatCurrency } from "@/lib/rates/fiat-currency.rules";
import { displayAmount } from "./amounts";
import { acceptedPart, dateAndTime, fiatPrice } from "./server-formats";

type Row = readonly [label: string, value: string];

/** Its rows with a value. A row without a label belongs to the one above. */
function receiptRows(view: PublicCheckoutView, facts: ReceiptFacts, t: Messages): Row[] {
  const { merchantName, merchantDetails, itemName, referenceId, fiatAmount, fiatCurrency, token, network } =
    view;
  const price = fiatAmount === null || fiatCurrency === null ? null : fiatPrice(fiatAmount, fiatCurrency, t);
  const accepted = acceptedPart(view, t);
  return withValues([
    [t.receiptPaidTo, merchantName],
    ["", merchantDetails],
    [t.receiptItem, itemName],
    [t.receiptReference, referenceId],
    [t.receiptPrice, price],
    ...taxRows(view, t),
    [t.receiptAmount, amountOf(view.totalPaid, token, t)],
    ...valueRows(view, facts, t),
    [t.receiptAccepted, accepted === null ? null : fill(t.acceptedOf, accepted)],
    [t.receiptNetwork, network?.name ?? null],
    [t.receiptDate, view.paidAt === null ? null : dateAndTime(view.paidAt, t, facts.timeZone)],
    [t.receiptCustomer, customerOf(facts)],
    [t.receiptPayer, facts.payers.length === 0 ? null : payersOf(facts)],
    [t.transaction, view.paymentTxHash],
    [t.receiptCheckout, view.id],
  ]);
}

function withValues(rows: readonly (readonly [label: string, value: string | null])[]): Row[] {
  return rows.flatMap(([label, value]) => (value === null ? [] : [[label, value] as const]));
}

/** On the merchant's copy. */
function customerOf({ customer }: ReceiptFacts): string | null {
  return customer === null ? null : oneLine(customer);
}

function amountOf(units: string, token: PublicCheckoutView["token"], t: Messages): string {
  return `${displayAmount(units, token, t)} ${token?.symbol ?? ""}`;
}

function payersOf({ payers, payerCount }: ReceiptFacts): string {
  const more = payerCount - payers.length;
  return [...payers.map(checksummed), ...(more > 0 ? [`+ ${more}`] : [])].join("\n");
}

/** The taxes that the price includes, and the price without them: their sum is the price, exactly. */
function taxRows({ taxes, fiatAmount, fiatCurrency }: PublicCheckoutView, t: Messages): Row[] {
  const named = Object.entries(taxes);
  if (named.length === 0 || fiatAmount === null || fiatCurrency === null) return [];
  const places = findFiatCurrency(fiatCurrency)?.decimalPlaces ?? 2;
  const net = withoutTaxes(fiatAmount, taxes, places);
  if (net === null) return [];
  return [
    ["", `${t.receiptNet}: ${fiatPrice(formatUnits(net, places), fiatCurrency, t)}`],
    ...named.map(([name, tax]): Row => ["", `${isolated(name)}: ${fiatPrice(tax, fiatCurrency, t)}`]),
  ];
}

/**
 * What the payment was worth at the rate that priced the checkout, the only one that is stored. A price in tokens has
 * none: a later rate would be an invention.
 */
function valueRows(view: PublicCheckoutView, facts: ReceiptFacts, t: Messages): Row[] {
  const { totalPaid, token, exchangeRateUsed, fiatCurrency } = view;
  if (token === null) return [];
  const rate = rateLine(view, facts, t);
  if (rate === null || exchangeRateUsed === null || fiatCurrency === null)
    return [[t.receiptValue, fill(t.receiptNoValue, { token: token.symbol })]];
  const terms = { currency: fiatCurrency, perToken: exchangeRateUsed, at: null, source: null };
  const { digits, places } = fiatValue(BigInt(totalPaid), token.decimals, terms);
  return [
    [t.receiptValue, fiatPrice(formatUnits(digits, places), fiatCurrency, t)],
    ["", rate],
  ];
}

/** The rate that priced the checkout, with its time; null for a price in tokens. */
function rateLine(view: PublicCheckoutView, { timeZone }: ReceiptFacts, t: Messages): string | null {
  const { token, exchangeRateUsed, exchangeRateAt, fiatCurrency } = view;
  if (token === null || exchangeRateUsed === null || exchangeRateAt === null || fiatCurrency === null)
    return null;
  const rate = writeDecimal(exchangeRateUsed, t.locale.numbers);
  const time = dateAndTime(exchangeRateAt, t, timeZone);
  return fill(t.rateLine, { token: token.symbol, rate, currency: fiatCurrency, time });
}

/** The receipt as lines of an e-mail, in the words of the page. */
export function receiptText(view: PublicCheckoutView, facts: ReceiptFacts, t: Messages) {
  return {
    subject: fill(t.mailReceiptSubject, { merchant: view.merchantName }),
    lines: receiptRows(view, facts, t).map(([label, value]) => (label === "" ? value : `${label}: ${value}`)),
    file: t.receiptPdf,
    reason: t.mailReceiptReason,
    language: t.locale.locale,
  };
}

type Source = { view: PublicCheckoutView; facts: ReceiptFacts };

const paidScreens: ReadonlySet<CheckoutScreen> = new Set(["paid", "refunded"]);
const openScreens: ReadonlySet<CheckoutScreen> = new Set(["choose", "pay", "partial"]);

/** The receipt as a document, with the refunds; null while the page has no receipt. */
export function receiptDocument({ view: found, facts }: Source, t: Messages): ReceiptDocument | null {
  const view = safeView(found);
  if (!paidScreens.has(checkoutScreen(view)) || view.paidAt === null) return null;
  const refunds = view.refunds.map(({ amount, completedAt, txHash }) => {
    const refunded = `${amountOf(amount, view.token, t)}, ${dateAndTime(completedAt, t, facts.timeZone)}`;
    return [t.receiptRefund, txHash === null ? refunded : `${refunded}\n${txHash}`] as const;
  });
  return {
    kind: "receipt",
    title: t.receiptTitle,
    ...headOf(view, facts, t),
    at: new Date(view.paidAt),
    payUrl: null,
    rows: [...receiptRows(view, facts, t), ...refunds],
  };
}

function headOf(
  { merchantName }: PublicCheckoutView,
  { logoDigest }: ReceiptFacts,
  t: Messages,
): Pick<ReceiptDocument, "merchantName" | "logoDigest" | "language"> {
  return { merchantName, logoDigest, language: t.locale.locale };
}

/**
 * A checkout's invoice while money can still be sent for it, and then its receipt; null in between, and for one that
 * ended without a payment.
 *
 * @param payUrl the payment page
 */
export function invoiceDocument(source: Source, payUrl: string, t: Messages): ReceiptDocument | null {
  const { facts } = source;
  const view = safeView(source.view);
  if (!openScreens.has(checkoutScreen(view))) return receiptDocument(source, t);
  return {
    kind: "invoice",
    title: t.invoiceTitle,
    ...headOf(view, facts, t),
    at: new Date(view.createdAt),
    payUrl,
    rows: invoiceRows(view, facts, payUrl, t),
  };
}

function invoiceRows(view: PublicCheckoutView, facts: ReceiptFacts, payUrl: string, t: Messages): Row[] {
  const { token, network, totalPaid, remainingAmount } = view;
  const isPart = totalPaid !== "0";
  const time = (iso: string) => dateAndTime(iso, t, facts.timeZone);
  return withValues([
    [t.invoiceFrom, view.merchantName],
    ["", view.merchantDetails],
    [t.invoiceDate, time(view.createdAt)],
    [t.receiptCustomer, customerOf(facts)],
    [t.receiptItem, view.itemName],
    [t.receiptReference, view.referenceId],
    [t.receiptPrice, priceOf(view, t)],
    ...taxRows(view, t),
    [t.invoiceReceived, isPart ? amountOf(totalPaid, token, t) : null],
    [t.invoiceDue, token === null ? null : amountOf(remainingAmount ?? "0", token, t)],
    ["", rateLine(view, facts, t)],
    [t.receiptNetwork, network?.name ?? null],
    [t.invoiceStatus, isPart ? t.invoicePart : t.invoiceOpen],
    [t.invoicePayBy, time(view.expiresAt)],
    [t.invoicePayAt, payUrl],
    [t.receiptCheckout, view.id],
  ]);
}

/** In tokens, too, where the price is in tokens: all that can be chosen have the same decimals then. */
function priceOf(view: PublicCheckoutView, t: Messages): string | null {
  const { fiatAmount, fiatCurrency, amount, token, options } = view;
  if (fiatAmount !== null && fiatCurrency !== null) return fiatPrice(fiatAmount, fiatCurrency, t);
  const priced = token ?? options[0]?.token ?? null;
  if (amount === null || priced === null) return null;
  return token === null ? displayAmount(amount, priced, t) : amountOf(amount, token, t);
}
