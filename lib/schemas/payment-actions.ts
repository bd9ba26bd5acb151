import { z } from "zod";
import { checkoutStatuses } from "@/lib/core/checkout";
import { address, chainId } from "./primitives";

/** The customer's choice of token and chain. */
export const selectTokenBody = z.object({ chainId, tokenAddress: address });
export type SelectTokenBody = z.output<typeof selectTokenBody>;

/** A transaction hash handed in for faster confirmation (spec §4.2). Its shape has an error of its own. */
export const verifyPaymentBody = z.object({
  txHash: z.string().max(256).describe("Hash of the paying transaction."),
  chainId,
});
export type VerifyPaymentBody = z.output<typeof verifyPaymentBody>;

export const verifyPaymentResult = z.object({ status: z.enum(checkoutStatuses), message: z.string() });
export type VerifyPaymentResult = z.infer<typeof verifyPaymentResult>;
