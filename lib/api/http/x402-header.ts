import "server-only";
import { type Fault, fault } from "@/lib/platform/faults/fault.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import {
  type Offered,
  type PaymentRequired,
  toPaymentRequired,
  type X402Payment,
  x402Payment,
} from "@/lib/signed/x402/x402.schema";
import { parseJson } from "./read-input";

/** Where a client of each version puts its payment, and finds the result. */
export const paymentHeaders = [
  { version: 2, payment: "payment-signature", response: "payment-response" },
  { version: 1, payment: "x-payment", response: "x-payment-response" },
] as const;

/** A signature of 2,048 bytes with its offer fits; Node refuses headers of 16 KiB in all. */
const maxHeaderLength = 12 * 1024;

/**
 * What both headers of an offer and the result of a refused payment have: with the others of the answer they stay under
 * 3.5 kB (spec D20), because proxies keep as little as 4 KiB.
 */
const roomOfOffer = 2_400;
const roomOfChallenges = 700;

/**
 * An offer as headers: of its entries, the cheapest first, as many as fit.
 *
 * @param challenge the same offer for MPP; null without entries for it
 * @param resultLength of the header with the refused payment's result
 * @returns `rest`: the whole offer for the body where the header hasn't every entry
 */
export function fitOffer(
  offered: Offered,
  error: string | null,
  challenge: (part: Offered) => string | null,
  resultLength: number,
): { header: string; challenges: string | null; rest: { paymentRequired?: PaymentRequired } } {
  const { offers } = offered;
  const first = (count: number): Offered => ({ ...offered, offers: offers.slice(0, count) });
  const room = roomOfOffer - resultLength;
  const header = largest(offers.length, room - roomOfChallenges, (count) =>
    encode(toPaymentRequired(first(count), error)),
  );
  const challenges = largest(
    offers.length,
    room - header.text.length,
    (count) => challenge(first(count)) ?? "",
  );
  const rest = header.count < offers.length ? { paymentRequired: toPaymentRequired(offered, error) } : {};
  return { header: header.text, challenges: challenges.text === "" ? null : challenges.text, rest };
}

/** With as many entries as the room holds; one always is. */
function largest(
  most: number,
  room: number,
  make: (count: number) => string,
): { text: string; count: number } {
  for (let count = most; count > 1; count -= 1) {
    const text = make(count);
    if (text.length <= room) return { text, count };
  }
  return { text: make(1), count: Math.min(most, 1) };
}

export function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64");
}

export type SentPayment = { name: string; text: string };

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** @throws CheckoutError VALIDATION_ERROR */
export function readPaymentHeader({ name, text }: SentPayment): X402Payment {
  const malformed = (why: Fault) =>
    new CheckoutError("VALIDATION_ERROR", fault("api.header", { header: name.toUpperCase(), fault: why }), {
      param: name,
    });
  if (text.length > maxHeaderLength) throw malformed(fault("api.headerTooLong", { most: maxHeaderLength }));
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw malformed(fault("api.headerBase64"));
  const decoded = decode(text);
  if (decoded === null) throw malformed(fault("api.headerUtf8"));
  let value: unknown;
  try {
    value = parseJson(decoded);
  } catch {
    throw malformed(fault("api.headerObject"));
  }
  const read = x402Payment.safeParse(value);
  if (!read.success) throw malformed(fault("api.headerPayment"));
  return read.data;
}

/** Null for bytes that aren't UTF-8. */
function decode(base64: string): string | null {
  try {
    return utf8.decode(Buffer.from(base64, "base64"));
  } catch {
    return null;
  }
}
