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
        'Price in fiat as a decimal string, such as "4.50", with at most the currency\'s decimalPlaces. Requires fiatCurrency.',
    }),
    fiatCurrency: z.string().max(16).optional().describe("ISO 4217 code in upper case. Requires fiatAmount."),
    amount: tokenUnits
      .optional()
      .describe(
        "Price in the token's smallest unit, as a string of digits, instead of fiatAmount and fiatCurrency.",
      ),
    chainId: chainId.optional().describe("Chain to pay on. If you leave it out, the customer chooses."),
    tokenAddress: address.optional().describe("Token to pay in. Requires chainId."),
    merchantAddress: address
      .optional()
      .describe("Wallet that receives the settlement; the project's settlement wallet by default."),
    itemName: text(200).optional().describe("The item, as shown to the customer."),
    itemDescription: text(2000).optional().describe("Details shown to the customer."),
    referenceId: text(200)
      .optional()
      .describe("Your order id. You can filter by it; it doesn't have to be unique."),
    metadata: z
      .record(text(40), text(500))
      .refine((pairs) => Object.keys(pairs).length <= 20, "must have at most 20 pairs")
      .optional()
      .meta({ maxProperties: 20, description: "Your own key-value pairs of text, at most 20." }),
    expiryMinutes: z
      .number()
      .min(1)
      // Not zod's integers, which stop at 2^53: a larger value is clamped to the limit.
      .refine(Number.isInteger, "must be a whole number")
      .optional()
      .meta({ type: "integer" })
      .describe(
        "Minutes until the checkout expires. For a fiat price: 30 by default, at most 30. For a token amount: 60 by default, at most 1440. We silently reduce larger values.",
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
