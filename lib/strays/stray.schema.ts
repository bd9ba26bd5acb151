import { z } from "zod";
import { type Chain, findToken } from "@/lib/chain/chains.rules";
import { checkoutStatus } from "@/lib/checkouts/views/checkout-fields.schema";
import { refundResource } from "@/lib/checkouts/views/refund-resource.schema";
import {
  checkoutId,
  checksummedAddress,
  evmChainId,
  refundId,
  time,
  transactionHash,
  units,
} from "@/lib/platform/answer-fields.schema";
import { cursorQuery } from "@/lib/platform/lists/cursor-pages.schema";
import { address, chainId, inputId, text, timestamp } from "@/lib/platform/primitives.schema";
import { checksummed } from "@/lib/platform/values/checksum.rules";
import { possibleDecisions, type StrayHolding, strayCursors, strayDecisions } from "./stray.rules";

export const listStraysQuery = cursorQuery(strayCursors, {});

const decisions =
  "`return` opens a refund of it, `count` counts it as the checkout's payment, `sweep` moves it to the merchant's wallet.";

/** Money at a deposit address that pays nothing there. */
export const strayResource = z.object({
  checkoutId,
  referenceId: z.string().nullable().describe("The checkout's order id."),
  checkoutStatus,
  depositAddress: checksummedAddress.describe("Where it lies, with EIP-55 checksum."),
  chainId: evmChainId,
  tokenAddress: checksummedAddress
    .nullable()
    .describe("The token's contract, with EIP-55 checksum; null for the network's own coin."),
  symbol: z
    .string()
    .nullable()
    .describe("The token's symbol; null for a token that the service doesn't list."),
  amount: units.describe("In smallest units; in wei for the network's own coin."),
  txHash: transactionHash
    .nullable()
    .describe("The newest transfer's transaction; null for the network's own coin."),
  seenAt: time.describe("When it arrived, or was last read."),
  decisions: z.array(z.enum(strayDecisions)).describe(`What can be decided now; may be empty. ${decisions}`),
  refundId: refundId.nullable().describe("The open refund that returns it; null without one."),
});
export type StrayResource = z.infer<typeof strayResource>;

export const decideStrayBody = z.object({
  checkoutId: inputId("chk", "checkout").describe("The checkout at whose address it lies."),
  chainId,
  tokenAddress: address.describe("The token's contract, in any case."),
  decision: z.enum(strayDecisions).describe(decisions),
  destinationAddress: address
    .optional()
    .describe("For `return`: where to. Without it, the customer enters an address at the refund's claimUrl."),
  reason: text(500).optional().describe("For `return`: your reason, in your own words."),
});

export const decidedStray = z.object({
  checkoutId,
  decision: z.enum(strayDecisions).describe("As sent."),
  refund: refundResource
    .nullable()
    .describe("The refund that returns it, with its claimUrl; null for other decisions."),
});

export function toStrayResource(stray: StrayHolding, chains: readonly Chain[]): StrayResource {
  const { checkoutId, referenceId, checkoutStatus, chainId, tokenAddress, txHash, refundId } = stray;
  const token = tokenAddress === null ? null : findToken(chains, { chainId, tokenAddress });
  return {
    checkoutId,
    referenceId,
    checkoutStatus,
    depositAddress: checksummed(stray.depositAddress),
    chainId,
    tokenAddress: tokenAddress === null ? null : checksummed(tokenAddress),
    symbol: token?.token.symbol ?? null,
    amount: stray.units.toString(),
    txHash,
    seenAt: timestamp(stray.seenAt),
    decisions: possibleDecisions(stray, chains),
    refundId,
  };
}
