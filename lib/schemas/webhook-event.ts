import { z } from "zod";
import { type Checkout, checkoutStatuses } from "@/lib/core/checkout";
import { type EventKind, eventKinds } from "@/lib/core/events";
import { timestamp } from "./primitives";

/** The body of a webhook (spec §6.1) with the additions `id` and `sequence`. */
export const webhookEvent = z.object({
  id: z.string().describe("Stable per event: deliveries of the same event carry the same id."),
  event: z.enum(eventKinds),
  data: z.object({
    checkoutId: z.string(),
    status: z.enum(checkoutStatuses),
    createdVia: z.enum(["server_key", "api_key", "link", "dashboard"]),
    referenceId: z.string().nullable(),
    fiatAmount: z.string().nullable(),
    fiatCurrency: z.string().nullable(),
    exchangeRateUsed: z.string().nullable(),
    chainId: z.number().nullable(),
    tokenAddress: z.string().nullable(),
    amount: z.string().nullable(),
    paymentTxHash: z.string().nullable(),
    paidAmount: z.string().describe("Final transfers, smallest units."),
    totalPaid: z.string().describe("Transfers on the chain, smallest units."),
    partiallyPaid: z.boolean().optional().describe("checkout.expired only."),
    accepted: z.boolean().optional().describe("checkout.late_paid only."),
  }),
  timestamp: z.string().describe("When it happened, ISO 8601 UTC."),
  sequence: z.number().describe("Per checkout, from 1."),
});
export type WebhookEvent = z.infer<typeof webhookEvent>;

/** The exact text that every delivery of the event sends: the checkout as it is after the event. */
export function eventBody(id: string, kind: EventKind, checkout: Checkout, at: Date): string {
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
    },
    timestamp: timestamp(at),
    sequence: checkout.eventSequence,
  };
  return JSON.stringify(event);
}
