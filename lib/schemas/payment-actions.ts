import { z } from "zod";
import { address, chainId } from "./primitives";
import { checkoutStatus } from "./resource-fields";

/** The customer's choice of token and chain. */
export const selectTokenBody = z.object({
  chainId: chainId.describe("One of the chains in the view's options."),
  tokenAddress: address.describe("One of that chain's tokens, in any case."),
});
export type SelectTokenBody = z.output<typeof selectTokenBody>;

/** A transaction hash handed in for faster confirmation (spec §4.2). Its shape has an error of its own. */
export const verifyPaymentBody = z.object({
  txHash: z.string().max(256).describe("Hash of the paying transaction: 0x and 64 hex digits."),
  chainId: chainId.describe("The chain that it was sent on."),
});
export type VerifyPaymentBody = z.output<typeof verifyPaymentBody>;

export const verifyPaymentResult = z.object({
  status: checkoutStatus,
  message: z.string().describe("What was found, in words for the customer."),
});
export type VerifyPaymentResult = z.infer<typeof verifyPaymentResult>;
