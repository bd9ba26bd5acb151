import "server-only";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { type X402Payment, x402Payment } from "@/lib/signed/x402/x402.schema";
import { parseJson } from "./read-input";

/** Where a client of each version puts its payment, and finds the result. */
export const paymentHeaders = [
  { version: 2, payment: "payment-signature", response: "payment-response" },
  { version: 1, payment: "x-payment", response: "x-payment-response" },
] as const;

/** A signature of 2,048 bytes with its offer fits; Node refuses headers of 16 KiB in all. */
const maxHeaderLength = 12 * 1024;

export type SentPayment = { name: string; text: string };

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** @throws CheckoutError VALIDATION_ERROR */
export function readPaymentHeader({ name, text }: SentPayment): X402Payment {
  const malformed = (why: string) =>
    new CheckoutError("VALIDATION_ERROR", `${name.toUpperCase()} ${why}`, { param: name });
  if (text.length > maxHeaderLength) throw malformed(`must have at most ${maxHeaderLength} characters.`);
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw malformed("must be base64.");
  const decoded = decode(text);
  if (decoded === null)
    throw malformed("must be base64 of UTF-8: your client encodes names such as USD₮0 otherwise. Update it.");
  let value: unknown;
  try {
    value = parseJson(decoded);
  } catch {
    throw malformed("must be base64 of a JSON object without repeated keys.");
  }
  const read = x402Payment.safeParse(value);
  if (!read.success) throw malformed("must hold a payment of x402 version 1 or 2.");
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
