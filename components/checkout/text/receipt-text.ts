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
import { isolated, keptApart } from "@/lib/platform/values/text.rules";
import { decimalPlacesOf } from "@/lib/rates/currency-decimals.rules";
import { displayAmount } from "./amounts";
import { acceptedPart, dateAndTime, fiatPrice } from "./server-formats";

type Row = ReceiptDocument["groups"][number][number];

/** The content of every receipt, the most important first; all places show it in this order. */
function receiptContent(view: PublicCheckoutView, facts: ReceiptFacts, t: Messages) {
  const { totalPaid, amount, token, network, paymentTxHash, paidAt } = view;
  const price = priceOf(view, t);
  const paid = amountOf(totalPaid, token, t);
  const accepted = acceptedPart(view, t);
  const above = BigInt(totalPaid) - BigInt(amount ?? totalPaid);
  const headline =
    price === null || accepted !== null
      ? { label: t.receiptAmount, value: paid }
      : { label: t.receiptPrice, value: price };
  const groups = withValues([
    [
      [t.receiptCustomer, customerOf(facts)],
      [t.receiptItem, view.itemName],
      [t.receiptReference, view.referenceId],
      [t.receiptPrice, accepted === null ? null : price],
      ...taxRows(view, t),
    ],
    [
      [t.receiptAmount, headline.value === paid ? null : paid],
      [t.receiptAbove, above > 0n ? amountOf(String(above), token, t) : null],
      [t.receiptAccepted, accepted === null ? null : fill(t.acceptedOf, accepted)],
      [t.receiptValue, worthOf(view, facts, t)],
      [t.receiptNetwork, network?.name ?? null],
      timeRow(t.receiptDate, paidAt, facts, t),
    ],
    view.refunds.map(({ amount: refunded, completedAt, txHash }) => ({
      label: t.receiptRefund,
      value: linesOf(amountOf(refunded, token, t), dateAndTime(completedAt, t, facts.timeZone), txHash) ?? "",
      iso: completedAt,
    })),
    [
      [t.receiptPayer, facts.payers.length === 0 ? null : payersOf(facts)],
      [t.transaction, paymentTxHash],
      [t.receiptCheckout, view.id],
    ],
  ]);
  return { headline, groups };
}

type Given = readonly [label: string, value: string | null] | Row | null;

/** The rows that have a value, and the groups that have a row. */
function withValues(groups: readonly (readonly Given[])[]): Row[][] {
  const rowOf = (given: Given): Row[] => {
    if (given === null) return [];
    if ("label" in given) return [given];
    const [label, value] = given;
    return value === null ? [] : [{ label, value }];
  };
  return groups.map((group) => group.flatMap(rowOf)).filter(({ length }) => length > 0);
}

function linesOf(...lines: readonly (string | null)[]): string | null {
  return lines.filter((each) => each !== null).join("\n") || null;
}

function timeRow(label: string, iso: string | null, { timeZone }: ReceiptFacts, t: Messages): Row | null {
  return iso === null ? null : { label, value: dateAndTime(iso, t, timeZone), iso };
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
  const places = decimalPlacesOf(fiatCurrency);
  const net = withoutTaxes(fiatAmount, taxes, places);
  if (net === null) return [];
  return [
    { label: t.receiptNet, value: fiatPrice(formatUnits(net, places), fiatCurrency, t) },
    ...named.map(([name, tax]) => ({ label: isolated(name), value: fiatPrice(tax, fiatCurrency, t) })),
  ];
}

/**
 * What the payment was worth at the rate that priced the checkout, the only one that is stored. A price in tokens has
 * none: a later rate would be an invention.
 */
function worthOf(view: PublicCheckoutView, facts: ReceiptFacts, t: Messages): string | null {
  const { totalPaid, token, exchangeRateUsed, fiatCurrency } = view;
  if (token === null) return null;
  const rate = rateLine(view, facts, t);
  if (rate === null || exchangeRateUsed === null || fiatCurrency === null)
    return fill(t.receiptNoValue, { token: token.symbol });
  const terms = { currency: fiatCurrency, perToken: exchangeRateUsed, at: null, source: null };
  const { digits, places } = fiatValue(BigInt(totalPaid), token.decimals, terms);
  return `${fiatPrice(formatUnits(digits, places), fiatCurrency, t)}\n${rate}`;
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
  const { merchantName, merchantDetails } = view;
  const { headline, groups } = receiptContent(view, facts, t);
  const written = ({ label, value }: Row) =>
    `${label}: ${value
      .split("\n")
      .map((line) => keptApart(line, label))
      .join("\n")}`;
  return {
    subject: fill(t.mailReceiptSubject, { merchant: merchantName }),
    lines: [
      written(headline),
      "",
      merchantName,
      ...(merchantDetails === null ? [] : [merchantDetails]),
      ...groups.flatMap((rows) => ["", ...rows.map(written)]),
    ],
    check: t.receiptCheck,
    file: t.receiptPdf,
    reason: t.mailReceiptReason,
    language: t.locale.locale,
  };
}

type Source = { view: PublicCheckoutView; facts: ReceiptFacts };

const paidScreens: ReadonlySet<CheckoutScreen> = new Set(["paid", "refunded"]);
const openScreens: ReadonlySet<CheckoutScreen> = new Set(["choose", "pay", "partial"]);

/** The receipt as a document; null while the page has no receipt. @param pageUrl the payment page */
export function receiptDocument(source: Source, pageUrl: string, t: Messages): ReceiptDocument | null {
  const view = safeView(source.view);
  if (!paidScreens.has(checkoutScreen(view)) || view.paidAt === null) return null;
  return {
    kind: "receipt",
    title: t.receiptTitle,
    ...headOf(view, source.facts, t),
    at: new Date(view.paidAt),
    ...receiptContent(view, source.facts, t),
    code: { label: t.receiptCheck, url: pageUrl },
  };
}

function headOf(
  { merchantName, merchantDetails }: PublicCheckoutView,
  { logoDigest }: ReceiptFacts,
  t: Messages,
) {
  return { merchantName, merchantDetails, logoDigest, language: t.locale.locale };
}

/**
 * A checkout's invoice while money can still be sent for it, and then its receipt; null in between, and for one that
 * ended without a payment.
 *
 * @param pageUrl the payment page
 */
export function invoiceDocument(source: Source, pageUrl: string, t: Messages): ReceiptDocument | null {
  const { facts } = source;
  const view = safeView(source.view);
  if (!openScreens.has(checkoutScreen(view))) return receiptDocument(source, pageUrl, t);
  return {
    kind: "invoice",
    title: t.invoiceTitle,
    ...headOf(view, facts, t),
    at: new Date(view.createdAt),
    ...invoiceContent(view, facts, t),
    code: { label: t.invoicePayAt, url: pageUrl },
  };
}

function invoiceContent(view: PublicCheckoutView, facts: ReceiptFacts, t: Messages) {
  const { token, network, totalPaid, remainingAmount } = view;
  const isPart = totalPaid !== "0";
  const price = priceOf(view, t);
  const due = token === null ? (price ?? "") : amountOf(remainingAmount ?? "0", token, t);
  const groups = withValues([
    [
      [t.receiptCustomer, customerOf(facts)],
      [t.receiptItem, view.itemName],
      [t.receiptReference, view.referenceId],
      [t.receiptPrice, price === due ? null : linesOf(price, rateLine(view, facts, t))],
      ...taxRows(view, t),
    ],
    [
      [t.invoiceStatus, isPart ? t.invoicePart : t.invoiceOpen],
      [t.invoiceReceived, isPart ? amountOf(totalPaid, token, t) : null],
      [t.receiptNetwork, network?.name ?? null],
      timeRow(t.invoicePayBy, view.expiresAt, facts, t),
    ],
    [timeRow(t.invoiceDate, view.createdAt, facts, t), [t.receiptCheckout, view.id]],
  ]);
  return { headline: { label: t.invoiceDue, value: due }, groups };
}

/** In tokens, too, where the price is in tokens: all that can be chosen have the same decimals then. */
function priceOf(view: PublicCheckoutView, t: Messages): string | null {
  const { fiatAmount, fiatCurrency, amount, token, options } = view;
  if (fiatAmount !== null && fiatCurrency !== null) return fiatPrice(fiatAmount, fiatCurrency, t);
  const priced = token ?? options[0]?.token ?? null;
  if (amount === null || priced === null) return null;
  return token === null ? displayAmount(amount, priced, t) : amountOf(amount, token, t);
}
