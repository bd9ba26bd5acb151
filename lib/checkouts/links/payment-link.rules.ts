import { parseDecimal } from "@/lib/platform/values/money.rules";
import { minuteMs } from "@/lib/platform/values/time.rules";

/** What was sold of a link's stock, and what is taken: sold, or reserved by a checkout that may still be paid. */
export type StockCount = { sold: number; taken: number };

/** Whether nothing is left of its stock. */
export function isSoldOut({ stock, count }: { stock: number | null; count: StockCount | null }): boolean {
  return stock !== null && count !== null && count.taken >= stock;
}

/** A customer who does nothing loses the reservation; the checkout can still be paid. */
export const reservedMs = 10 * minuteMs;

/** So that one customer network can't reserve everything. */
const shareOfNetwork = 10;

/** Why a network can't reserve one more of a stock; null when it can. @param reserved by the network, unpaid */
export function reservationProblem(
  stock: number,
  taken: number,
  reserved: number,
): "sold_out" | "too_many" | null {
  if (taken >= stock) return "sold_out";
  return reserved >= Math.max(1, Math.floor(stock / shareOfNetwork)) ? "too_many" : null;
}

type FiatTerms = { fiatAmount: string | null; fiatCurrency: string | null };

/** Whether the customer chooses the amount. */
export function isOpenAmount<Link extends FiatTerms>(
  link: Link,
): link is Link & { fiatAmount: null; fiatCurrency: string } {
  return link.fiatAmount === null && link.fiatCurrency !== null;
}

/** The most whole digits of a fiat price. */
const mostWholeDigits = 12;

/** Longer text is no amount. */
const mostTyped = 40;

/**
 * The decimal text of an amount that a customer typed: many keyboards write a comma, and some full-width digits. A
 * separator of thousands is never dropped: "1,234" would be read as a thousand times more or less.
 *
 * @example readTypedAmount(" 12,5 ") // "12.5"
 */
export function readTypedAmount(typed: string): string {
  return typed
    .slice(0, mostTyped)
    .normalize("NFKC")
    .trim()
    .replace(",", ".")
    .replace(/^\./, "0.")
    .replace(/\.$/, "");
}

/** Whether a decimal is above the limit; null is no limit, and text that is no decimal is never above. */
export function isAboveLimit(fiatAmount: string, limit: string | null): boolean {
  const [amount, most] = [parseDecimal(fiatAmount), parseDecimal(limit ?? "")];
  if (amount === null || most === null) return false;
  return amount.digits * 10n ** BigInt(most.scale) > most.digits * 10n ** BigInt(amount.scale);
}

/**
 * The text of the till's display after a key.
 *
 * @param key one or more digits, the page's decimal separator, or "back"
 */
export function pressKey(text: string, key: string, decimalPlaces: number): string {
  if (key === "back") return text.slice(0, -1);
  if (key.length > 1)
    return [...key].reduce((display, digit) => pressKey(display, digit, decimalPlaces), text);
  const [whole = "", fraction] = text.split(/[.,]/);
  if (/^[.,]$/.test(key)) {
    if (decimalPlaces === 0 || fraction !== undefined) return text;
    return `${whole === "" ? "0" : whole}${key}`;
  }
  if (fraction !== undefined) return fraction.length >= decimalPlaces ? text : text + key;
  if (whole === "0") return key;
  return whole.length >= mostWholeDigits ? text : text + key;
}

/** The fields of the public view about money. */
type Sale = {
  totalPaid: string;
  reportedPayment: unknown;
  gaslessPayment: { mayStillPay: boolean } | null;
  strayPayments: readonly unknown[];
};

/** Prices of paid checkouts: in the link's currency, or in smallest units where it has none. */
export type LinkSales = { count: number; fiatAmount: string; units: bigint };

/** Whether money came to a sale at the till or is on its way, so that it must not disappear from the screen by one press. */
export function hasMoney({ totalPaid, reportedPayment, gaslessPayment, strayPayments }: Sale): boolean {
  const isSigned = gaslessPayment?.mayStillPay === true;
  return totalPaid !== "0" || reportedPayment !== null || isSigned || strayPayments.length > 0;
}
