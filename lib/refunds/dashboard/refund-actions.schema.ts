import { z } from "zod";
import { nothing, type ProjectAction } from "@/lib/accounts/account.schema";
import { refundStatus } from "@/lib/checkouts/views/checkout-fields.schema";
import { fault } from "@/lib/platform/faults/fault.rules";
import { refundId as refundIdField } from "@/lib/platform/id-fields.schema";
import { address, inputId, says } from "@/lib/platform/primitives.schema";
import { createRefundBody, submitRefundTransactionBody, walletCall } from "@/lib/refunds/refund.schema";

const moved = z.object({ status: refundStatus });
const oneRefund = z.object({ refundId: inputId("rfd", "refund") });
/** Of this tab's previous request to sign the same refund. */
const lastToken = { token: z.string().max(100).optional() };
/** More than a page of the list; blocks have room for them. */
const maxTogether = 50;
const checkoutId = inputId("chk", "checkout");

/** Actions of the dashboard on refunds, and on partial and late payments. */
export const refundActions = {
  requestRefund: {
    permission: "refunds.request",
    fresh: true,
    /** `payer`: the proven wallet that the member saw, to which alone the refund may then go. */
    input: createRefundBody.extend({ checkoutId, payer: address.optional() }),
    output: z.object({
      refundId: refundIdField,
      status: refundStatus,
      claimUrl: z.string().nullable(),
      /** Null unless it waits for a signature that this member may give. */
      call: walletCall.nullable(),
    }),
  },
  /** Confirms the address that the owner saw; null when the customer named none yet. */
  approveRefund: {
    permission: "refunds.approve",
    fresh: true,
    input: oneRefund.extend({ destinationAddress: address }),
    output: moved,
  },
  cancelRefund: { permission: "refunds.cancel", fresh: false, input: oneRefund, output: moved },
  /** The holder of the link decides where the money goes. */
  reissueClaim: {
    permission: "refunds.request",
    fresh: true,
    input: oneRefund,
    output: z.object({ claimUrl: z.string() }),
  },
  issueSignLink: {
    permission: "refunds.sign",
    fresh: false,
    input: oneRefund.extend(lastToken),
    output: z.object({ signUrl: z.string() }),
  },
  /** Several, which one wallet sends together. */
  prepareRefunds: {
    permission: "refunds.sign",
    fresh: false,
    input: z.object({
      refunds: z
        .array(oneRefund.extend(lastToken))
        .min(1)
        .max(maxTogether)
        .refine(
          (refunds) => new Set(refunds.map(({ refundId }) => refundId)).size === refunds.length,
          says(fault("fields.eachOnce")),
        ),
    }),
    output: z.object({
      refunds: z.array(z.object({ refundId: refundIdField, token: z.string(), call: walletCall })),
    }),
  },
  handInRefundHash: {
    permission: "refunds.sign",
    fresh: false,
    input: oneRefund.extend(submitRefundTransactionBody.shape),
    output: moved,
  },
  dismissExcess: {
    permission: "refunds.request",
    fresh: false,
    input: z.object({ checkoutId }),
    output: nothing,
  },
  /** Releases the goods for the amount that the member saw, at a price that may be stale. */
  acceptPayment: {
    permission: "payments.accept",
    fresh: true,
    input: z.object({ checkoutId, amount: z.string().regex(/^\d{1,78}$/) }),
    output: nothing,
  },
} as const satisfies Record<string, ProjectAction>;
