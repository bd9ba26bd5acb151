import { z } from "zod";
import { type Refund, refundStatuses, refundTypes } from "@/lib/core/refund";
import { address, checksummed, text, timestamp, tokenUnits } from "./primitives";

/** The body of a refund (spec §4.1), with the addition `destinationAddress`. */
export const createRefundBody = z.object({
  amount: tokenUnits.describe("How much, in the token's smallest unit; part of the payment or all of it."),
  reason: text(500).optional(),
  refundType: z.enum(refundTypes).default("CUSTOMER_REQUEST"),
  destinationAddress: address
    .optional()
    .describe("Where to; when it is left out the customer names it at claimUrl."),
});
export type CreateRefundBody = z.output<typeof createRefundBody>;

/** A refund (spec §2.4). */
export const refundResource = z.object({
  id: z.string(),
  checkoutId: z.string(),
  amount: z.string().describe("Smallest units."),
  chainId: z.number(),
  tokenAddress: z.string().describe("EIP-55"),
  reason: z.string().nullable(),
  refundType: z.enum(refundTypes),
  status: z.enum(refundStatuses),
  destinationAddress: z.string().nullable().describe("EIP-55; null until the customer named one."),
  txHash: z.string().nullable(),
  failureCode: z.string().nullable(),
  claimUrl: z
    .string()
    .nullable()
    .describe("Where the customer names an address: in the answer to the creation only, null elsewhere."),
  createdAt: z.string(),
  completedAt: z.string().nullable(),
});
export type RefundResource = z.infer<typeof refundResource>;

/** @param claimUrl only the answer to the creation knows it */
export function toRefundResource(refund: Refund, claimUrl: string | null = null): RefundResource {
  return {
    id: refund.id,
    checkoutId: refund.checkoutId,
    amount: refund.amountUnits.toString(),
    chainId: refund.chainId,
    tokenAddress: checksummed(refund.tokenAddress),
    reason: refund.reason,
    refundType: refund.refundType,
    status: refund.status,
    destinationAddress: refund.destinationAddress === null ? null : checksummed(refund.destinationAddress),
    txHash: refund.txHash,
    failureCode: refund.failureCode,
    claimUrl,
    createdAt: timestamp(refund.createdAt),
    completedAt: refund.completedAt === null ? null : timestamp(refund.completedAt),
  };
}
