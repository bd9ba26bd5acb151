import { z } from "zod";
import { address, chainId, redirectUrl, text, tokenUnits } from "@/lib/platform/primitives.schema";
import { isFiatAmount } from "@/lib/platform/values/money.rules";
import { findFiatCurrency } from "@/lib/rates/fiat-currency.rules";

/** The body of a create (spec §4.1). */
export const createCheckoutBody = z
  .object({
    fiatAmount: z.string().max(64).optional().meta({
      pattern: "^(0|[1-9]\\d{0,11})(\\.\\d+)?$",
      description:
        "Price in fiat, positive decimal text with at most the currency's decimalPlaces; with fiatCurrency.",
    }),
    fiatCurrency: z.string().max(16).optional().describe("ISO 4217 code in upper case; with fiatAmount."),
    amount: tokenUnits
      .optional()
      .describe("Price in the token's smallest unit, decimal integer text; instead of the fiat pair."),
    chainId: chainId.optional().describe("Chain to pay on. If you leave it out, the customer chooses."),
    tokenAddress: address.optional().describe("Token to pay in; needs chainId."),
    merchantAddress: address
      .optional()
      .describe("Wallet that receives the settlement; the project's settlement wallet by default."),
    itemName: text(200).optional().describe("The item, as shown to the customer."),
    itemDescription: text(2000).optional().describe("Details."),
    referenceId: text(200).optional().describe("Your own order id: a filter of the list, not unique."),
    metadata: z
      .record(text(40), text(500))
      .refine((pairs) => Object.keys(pairs).length <= 20, "must have at most 20 pairs")
      .optional()
      .meta({ maxProperties: 20, description: "Your own pairs of text, at most 20." }),
    expiryMinutes: z
      .number()
      .min(1)
      // Not zod's integers, which stop at 2^53: a larger value is clamped to the limit.
      .refine(Number.isInteger, "must be a whole number")
      .optional()
      .meta({ type: "integer" })
      .describe(
        "How long it can be paid: 30 by default and at most for a fiat price, 60 by default and 1440 at most for a token amount. More is silently reduced.",
      ),
    successUrl: redirectUrl.optional().describe("Where the customer goes after paying; https."),
    cancelUrl: redirectUrl.optional().describe("Where the customer returns without paying; https."),
  })
  .superRefine((body, context) => {
    const issue = (param: string, message: string) =>
      context.addIssue({ code: "custom", path: [param], message });
    const hasFiat = body.fiatAmount !== undefined || body.fiatCurrency !== undefined;
    if (hasFiat && body.amount !== undefined) {
      issue("amount", "use either fiatAmount with fiatCurrency, or amount, not both");
    } else if (!hasFiat && body.amount === undefined) {
      issue("amount", "is required, or fiatAmount with fiatCurrency");
    } else if (hasFiat && body.fiatAmount === undefined) {
      issue("fiatAmount", "is required with fiatCurrency");
    } else if (hasFiat && body.fiatCurrency === undefined) {
      issue("fiatCurrency", "is required with fiatAmount");
    }
    if (body.fiatAmount !== undefined) {
      // An unknown currency gets its own error later, where the list is known; until then its amount may have the most
      // decimals.
      const decimalPlaces = findFiatCurrency(body.fiatCurrency ?? "")?.decimalPlaces ?? 4;
      if (!isFiatAmount(body.fiatAmount, decimalPlaces)) {
        issue(
          "fiatAmount",
          `enter an amount like ${decimalPlaces === 0 ? "4500" : "4.50"}, ${
            decimalPlaces === 0 ? "without" : `with at most ${decimalPlaces}`
          } decimals`,
        );
      }
    }
    if (body.tokenAddress !== undefined && body.chainId === undefined)
      issue("chainId", "is required with tokenAddress");
  })
  .meta({
    oneOf: [{ required: ["fiatAmount", "fiatCurrency"] }, { required: ["amount"] }],
    dependentRequired: {
      fiatAmount: ["fiatCurrency"],
      fiatCurrency: ["fiatAmount"],
      tokenAddress: ["chainId"],
    },
  });

export type CreateCheckoutBody = z.output<typeof createCheckoutBody>;
