import { z } from "zod";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { messageSignature } from "@/lib/checkouts/refunds/refund.schema";
import { excessUnits, overpaidUnits } from "@/lib/checkouts/state/payment-matching.rules";
import { time, units } from "@/lib/platform/answer-fields.schema";
import { address, timestamp } from "@/lib/platform/primitives.schema";

/** The amount paid above the price, as customer and merchant see it. */
export const overpayment = z
  .object({
    amount: units.describe("The final amount above the price, in smallest units."),
    refundable: units.describe("The part that is neither refunded nor being refunded."),
    requestedAt: time.nullable().describe("When the customer requested its refund; null before."),
    signed: z
      .boolean()
      .describe(
        "Whether the only wallet that paid signed the request: a refund without an address goes to it.",
      ),
  })
  .nullable()
  .describe("Null unless the checkout is paid and more than its price was received.");

export function overpaymentView(checkout: Checkout): z.infer<typeof overpayment> {
  const amount = overpaidUnits(checkout);
  if (amount === 0n) return null;
  const { excessRequestedAt, excessWallet } = checkout;
  return {
    amount: amount.toString(),
    refundable: excessUnits(checkout).toString(),
    requestedAt: excessRequestedAt === null ? null : timestamp(excessRequestedAt),
    signed: excessWallet !== null,
  };
}

/** No address: only a signature proves who paid, and without one the merchant sends a claim link. */
export const requestExcessBody = z
  .object({
    wallet: address
      .optional()
      .describe("The wallet that signs, in any case: the only one that paid the checkout. With `signature`."),
    signature: messageSignature
      .optional()
      .describe("That wallet's signature (`personal_sign`), so that the refund needs no claim link."),
  })
  .refine(({ wallet, signature }) => (wallet === undefined) === (signature === undefined), {
    path: ["signature"],
    message: "needs both wallet and signature",
  });
export type RequestExcessBody = z.output<typeof requestExcessBody>;
