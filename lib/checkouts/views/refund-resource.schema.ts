import { z } from "zod";
import type { PreparedTransaction, Refund } from "@/lib/checkouts/refund-facts.rules";
import {
  checkoutId,
  checksummedAddress,
  evmChainId,
  refundId,
  time,
  transactionHash,
  units,
} from "@/lib/platform/answer-fields.schema";
import { timestamp } from "@/lib/platform/primitives.schema";
import { checksummed } from "@/lib/platform/values/checksum.rules";
import { refundStatus, refundType } from "./checkout-fields.schema";

/** What the merchant's wallet signs to pay a refund that the service cannot pay. */
const preparedTransaction = z
  .object({
    chainId: evmChainId,
    from: checksummedAddress.describe(
      "The wallet that has to send it: the checkout's merchantAddress, or the refund authority if its key is kept elsewhere.",
    ),
    to: checksummedAddress.describe("The contract to call: the deposit factory, or the token."),
    data: z
      .string()
      .meta({ pattern: "^0x([0-9a-f]{2})*$" })
      .describe("Calldata, as `eth_sendTransaction` takes it."),
    value: z.literal("0").describe("Amount of the chain's own coin; always 0."),
  })
  .nullable()
  .describe(
    "The call for that wallet to send, while the refund is AWAITING_SIGNATURE; null otherwise, and for ten minutes after another wallet was asked to sign it.",
  );

/** A refund (spec §2.4). */
export const refundResource = z.object({
  id: refundId,
  checkoutId: checkoutId.describe("The checkout that is refunded."),
  amount: units.describe("Amount in the token's smallest unit."),
  chainId: evmChainId.describe("The chain of the payment."),
  tokenAddress: checksummedAddress.describe("The token that the payment came in, with EIP-55 checksum."),
  reason: z.string().nullable().describe("As sent."),
  refundType: refundType,
  status: refundStatus,
  destinationAddress: checksummedAddress
    .nullable()
    .describe("The recipient, with EIP-55 checksum; null until the customer enters it."),
  txHash: transactionHash.nullable().describe("The refund's transaction; null before."),
  failureCode: z.string().nullable().describe("Reason for the failure; null unless it failed."),
  claimUrl: z
    .string()
    .nullable()
    .describe("Where the customer enters an address. Only in the response to the creation; null otherwise."),
  transaction: preparedTransaction,
  createdAt: time.describe("ISO 8601, UTC."),
  completedAt: time.nullable().describe("When it became final on the chain; null before."),
});

export type RefundResource = z.infer<typeof refundResource>;

/**
 * @param claimUrl known only when answering the creation
 * @param transaction set while the merchant's wallet has to pay
 */
export function toRefundResource(
  refund: Refund,
  claimUrl: string | null = null,
  transaction: PreparedTransaction | null = null,
): RefundResource {
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
    transaction: transaction === null ? null : showTransaction(transaction),
    createdAt: timestamp(refund.createdAt),
    completedAt: refund.completedAt === null ? null : timestamp(refund.completedAt),
  };
}

function showTransaction({
  chainId,
  from,
  to,
  data,
  value,
}: PreparedTransaction): RefundResource["transaction"] {
  return { chainId, from: checksummed(from), to: checksummed(to), data, value };
}
