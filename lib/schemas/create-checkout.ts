import { z } from "zod";
import { findFiatCurrency } from "@/lib/core/fiat-currency";
import { isFiatAmount } from "@/lib/core/money";
import { address, chainId, redirectUrl, text, tokenUnits } from "./primitives";

/** The body of a create (spec §4.1). */
export const createCheckoutBody = z
  .object({
    fiatAmount: z.string().max(64).optional().describe("Price in fiat, decimal text; with fiatCurrency."),
    fiatCurrency: z.string().max(16).optional().describe("ISO 4217 code; with fiatAmount."),
    amount: tokenUnits.optional().describe("Price in the token's smallest unit; instead of the fiat pair."),
    chainId: chainId.optional().describe("Chain to be paid on; the customer chooses when it is left out."),
    tokenAddress: address.optional().describe("Token to be paid in; needs chainId."),
    merchantAddress: address
      .optional()
      .describe("Wallet to be settled to; the project's settlement wallet by default."),
    itemName: text(200).optional(),
    itemDescription: text(2000).optional(),
    referenceId: text(200).optional().describe("The merchant's own order id."),
    metadata: z
      .record(text(40), text(500))
      .refine((pairs) => Object.keys(pairs).length <= 20, "must have at most 20 pairs")
      .optional(),
    expiryMinutes: z
      .number()
      .int()
      .min(1)
      .optional()
      .describe("Silently reduced to 30 (fiat) or 1440 (amount)."),
    successUrl: redirectUrl.optional(),
    cancelUrl: redirectUrl.optional(),
  })
  .superRefine((body, context) => {
    const issue = (param: string, message: string) =>
      context.addIssue({ code: "custom", path: [param], message });
    const hasFiat = body.fiatAmount !== undefined || body.fiatCurrency !== undefined;
    if (hasFiat && body.amount !== undefined) {
      issue("amount", "give either fiatAmount with fiatCurrency, or amount, not both");
    } else if (!hasFiat && body.amount === undefined) {
      issue("amount", "either fiatAmount with fiatCurrency, or amount, is required");
    } else if (hasFiat && body.fiatAmount === undefined) {
      issue("fiatAmount", "is required with fiatCurrency");
    } else if (hasFiat && body.fiatCurrency === undefined) {
      issue("fiatCurrency", "is required with fiatAmount");
    }
    if (body.fiatAmount !== undefined) {
      // An unknown currency has its own error, given where the list is; its amount is judged by the widest.
      const decimalPlaces = findFiatCurrency(body.fiatCurrency ?? "")?.decimalPlaces ?? 4;
      if (!isFiatAmount(body.fiatAmount, decimalPlaces)) {
        issue("fiatAmount", `must be a positive decimal with at most ${decimalPlaces} decimals`);
      }
    }
    if (body.tokenAddress !== undefined && body.chainId === undefined)
      issue("chainId", "is required with tokenAddress");
  });

export type CreateCheckoutBody = z.output<typeof createCheckoutBody>;
