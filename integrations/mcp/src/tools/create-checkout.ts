import { z } from "zod";
import { defineTool, idempotencyKey } from "../tool";

export const createCheckout = defineTool({
  name: "create_checkout",
  title: "Create a checkout",
  description:
    "Creates a checkout over a fiat price and returns its payment page, which you send to the customer. It asks nobody for money by itself.",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  input: z.strictObject({
    fiatAmount: z
      .string()
      .regex(/^\d{1,12}(\.\d{1,3})?$/)
      .describe('The price as a decimal string, such as "4.50".'),
    fiatCurrency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .describe("ISO 4217 code, such as USD."),
    itemName: z.string().min(1).max(200).optional().describe("Shown to the customer."),
    itemDescription: z.string().max(1_000).optional().describe("Shown to the customer."),
    referenceId: z.string().min(1).max(200).optional().describe("Your order id."),
    expiryMinutes: z.number().int().min(1).max(30).optional(),
    idempotencyKey,
  }),
  output: z.object({
    id: z.string(),
    status: z.string(),
    checkoutUrl: z.string().describe("The payment page. Send the customer there."),
    expiresAt: z.string(),
  }),
  run: async (client, { idempotencyKey, fiatAmount, fiatCurrency, ...given }, signal) => {
    const optional = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const { id, status, checkoutUrl, expiresAt } = await client.createCheckout(
      { fiatAmount, fiatCurrency, ...optional },
      { idempotencyKey, signal },
    );
    return { id, status, checkoutUrl, expiresAt };
  },
});
