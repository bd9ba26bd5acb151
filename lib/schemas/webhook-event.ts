import { z } from "zod";
import type { Checkout } from "@/lib/core/checkout";
import type { EventKind } from "@/lib/core/events";
import type { Refund } from "@/lib/core/refund";
import { timestamp } from "./primitives";
import { refundResource, toRefundResource } from "./refund";
import {
  checkoutId,
  checkoutStatus,
  count,
  createdVia,
  eventId,
  eventKind,
  evmChainId,
  fiatCode,
  fiatDecimal,
  lowerCaseAddress,
  rate,
  time,
  transactionHash,
  units,
} from "./resource-fields";

/** The body of a webhook (spec §6.1) with the additions `id` and `sequence`. */
export const webhookEvent = z.object({
  id: eventId.describe(
    "Stable per event: deliveries of the same event carry the same id. Keep it, to act once.",
  ),
  event: eventKind,
  data: z
    .object({
      checkoutId,
      status: checkoutStatus,
      createdVia,
      referenceId: z.string().nullable().describe("Your own order id."),
      fiatAmount: fiatDecimal.nullable().describe("The fiat price; null for a price in tokens."),
      fiatCurrency: fiatCode.nullable().describe("ISO 4217 code; null for a price in tokens."),
      exchangeRateUsed: rate.nullable().describe("Fiat units per token; null before it is locked."),
      chainId: evmChainId.nullable().describe("EVM chain id; null until a token is selected."),
      tokenAddress: lowerCaseAddress
        .nullable()
        .describe("The token's contract, in lower case; null until a token is selected."),
      amount: units.nullable().describe("What is to be paid, in smallest units; null until it is known."),
      paymentTxHash: transactionHash
        .nullable()
        .describe("The transfer that completed the amount; null before."),
      paidAmount: units.describe("Final transfers, smallest units."),
      totalPaid: units.describe("Transfers on the chain, smallest units."),
      partiallyPaid: z
        .boolean()
        .optional()
        .describe("checkout.expired only: something arrived, but not enough."),
      accepted: z
        .boolean()
        .optional()
        .describe("checkout.late_paid only: the merchant accepted the late payment."),
      refund: refundResource
        .optional()
        .describe("refund.completed and refund.failed only: the refund as it is after the event."),
    })
    .describe("The checkout as it is after the event."),
  timestamp: time.describe("When it happened, ISO 8601, UTC."),
  sequence: count.describe("Per checkout, from 1: events may arrive out of turn, this tells their order."),
});
export type WebhookEvent = z.infer<typeof webhookEvent>;

/**
 * The exact text that every delivery of the event sends: the checkout as it is after the event.
 *
 * @param refund what an event of a refund is about; of the checkout's own events null
 */
export function eventBody(
  id: string,
  kind: EventKind,
  checkout: Checkout,
  at: Date,
  refund: Refund | null = null,
): string {
  const event: WebhookEvent = {
    id,
    event: kind,
    data: {
      checkoutId: checkout.id,
      status: checkout.status,
      createdVia: checkout.createdVia,
      referenceId: checkout.referenceId,
      fiatAmount: checkout.fiatAmount,
      fiatCurrency: checkout.fiatCurrency,
      exchangeRateUsed: checkout.exchangeRateUsed,
      chainId: checkout.chainId,
      tokenAddress: checkout.tokenAddress,
      amount: checkout.amountUnits?.toString() ?? null,
      paymentTxHash: checkout.paymentTxHash,
      paidAmount: checkout.paidUnits.toString(),
      totalPaid: checkout.totalPaidUnits.toString(),
      ...(kind === "checkout.expired" ? { partiallyPaid: checkout.totalPaidUnits > 0n } : {}),
      ...(kind === "checkout.late_paid" ? { accepted: checkout.lateAcceptedAt !== null } : {}),
      ...(refund === null ? {} : { refund: toRefundResource(refund) }),
    },
    timestamp: timestamp(at),
    sequence: checkout.eventSequence,
  };
  return JSON.stringify(event);
}
