import { z } from "zod";
import {
  checksummedAddress,
  evmChainId,
  time,
  transactionHash,
  units,
} from "@/lib/platform/answer-fields.schema";
import { address, checksummed, text, timestamp, tokenUnits } from "@/lib/platform/primitives.schema";
import type { PreparedTransaction, Refund } from "./refund.rules";
import { checkoutId, refundId, refundStatus, refundType } from "./resource-fields.schema";

/** The body of a refund (spec §4.1), with the addition `destinationAddress`. */
export const createRefundBody = z.object({
  amount: tokenUnits
    .refine((units) => units > 0n, "must be above 0")
    .optional()
    .describe("How much, in the token's smallest unit. Leave it out to refund all that is left."),
  reason: text(500).optional().describe("Why, in your own words."),
  refundType: refundType.default("CUSTOMER_REQUEST"),
  destinationAddress: address
    .optional()
    .describe(
      "Where to. When it is left out the money goes back to the payer's wallet where the payment was signed with it (a gasless payment); else the customer names an address at claimUrl.",
    ),
});
export type CreateRefundBody = z.output<typeof createRefundBody>;

/** What the merchant's wallet signs to pay a refund that the service cannot pay. */
const preparedTransaction = z
  .object({
    chainId: evmChainId,
    from: checksummedAddress.describe(
      "The wallet that has to send it: the checkout's merchantAddress, or the service's refund authority where its key is kept elsewhere.",
    ),
    to: checksummedAddress.describe("The contract that is called: the deposit factory, or the token."),
    data: z
      .string()
      .meta({ pattern: "^0x([0-9a-f]{2})*$" })
      .describe("Calldata, as `eth_sendTransaction` takes it."),
    value: z.literal("0").describe("Of the chain's own coin: nothing."),
  })
  .nullable()
  .describe("What that wallet is to send, while the refund is AWAITING_SIGNATURE; null otherwise.");

/** A refund (spec §2.4). */
export const refundResource = z.object({
  id: refundId,
  checkoutId: checkoutId.describe("The checkout whose payment goes back."),
  amount: units.describe("How much, in the token's smallest unit."),
  chainId: evmChainId.describe("The chain that the payment came on."),
  tokenAddress: checksummedAddress.describe("The token that the payment came in, with EIP-55 checksum."),
  reason: z.string().nullable().describe("As it was sent."),
  refundType: refundType,
  status: refundStatus,
  destinationAddress: checksummedAddress
    .nullable()
    .describe("Where to, with EIP-55 checksum; null until the customer named it."),
  txHash: transactionHash.nullable().describe("The transaction that paid it back; null before."),
  failureCode: z.string().nullable().describe("Why it failed; null unless it did."),
  claimUrl: z
    .string()
    .nullable()
    .describe("Where the customer names an address: in the answer to the creation only, null elsewhere."),
  transaction: preparedTransaction,
  createdAt: time.describe("ISO 8601, UTC."),
  completedAt: time.nullable().describe("When it was final on the chain; null before."),
});
export type RefundResource = z.infer<typeof refundResource>;

/**
 * @param claimUrl only the answer to the creation knows it
 * @param transaction while the merchant's wallet is waited for
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
