import { z } from "zod";
import type { Refund } from "../../../../packages/client/src/generated/types";
import { formatUnits, parseUnits } from "../rules/money";
import { defineTool, idempotencyKey } from "../tool";

const nextSteps: Readonly<Record<Refund["status"], string>> = {
  AWAITING_APPROVAL: "It is above the project's daily limit: an owner has to approve it in the dashboard.",
  AWAITING_ADDRESS:
    "The customer has to enter an address. In the dashboard, open the refund, create its claim link and send it to the customer.",
  AWAITING_SIGNATURE: "The merchant's wallet has to sign it in the dashboard.",
  PENDING: "It is on its way.",
  PROCESSING: "It is on its way.",
  COMPLETED: "It is final.",
  FAILED: "No money moved.",
  CANCELLED: "No money moved.",
};

/** It takes no address: a text in an order could name a thief's. */
export const requestRefund = defineTool({
  name: "request_refund",
  title: "Request a refund",
  description:
    "Requests the refund of a paid checkout, in full or in part. The server key's scope and the project's daily limit decide whether it goes out. The money goes to the wallet that paid by signature, or to the address that the customer enters at the claim link: this tool takes no address. Ask the person you work for before you call it.",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  input: z.strictObject({
    checkoutId: z.string().regex(/^chk_[0-9a-z]{26}$/),
    amount: z
      .string()
      .optional()
      .describe(
        'In the token of the payment, such as "4.50". Without it, everything that is left is refunded.',
      ),
    refundType: z
      .enum(["CANCELLATION", "CUSTOMER_REQUEST", "OVERPAYMENT", "LATE_PAYMENT", "DUPLICATE", "OTHER"])
      .describe("The kind of reason."),
    reason: z.string().max(200).optional().describe("For the merchant's own records."),
    idempotencyKey,
  }),
  output: z.object({
    refundId: z.string(),
    checkoutId: z.string(),
    status: z.string(),
    amount: z.string(),
    token: z.string().nullable(),
    nextStep: z.string(),
  }),
  run: async (client, { checkoutId, amount, refundType, reason, idempotencyKey }, signal) => {
    const { token } = await client.getCheckout(checkoutId, { signal });
    if (token === null) throw new Error("the checkout has no token yet, so there is nothing to refund");
    const refund = await client.createRefund(
      checkoutId,
      {
        refundType,
        ...(amount !== undefined && { amount: parseUnits(amount, token.decimals) }),
        ...(reason !== undefined && { reason }),
      },
      { idempotencyKey, signal },
    );
    return {
      refundId: refund.id,
      checkoutId,
      status: refund.status,
      amount: formatUnits(refund.amount, token.decimals),
      token: token.symbol,
      nextStep: nextSteps[refund.status],
    };
  },
});
