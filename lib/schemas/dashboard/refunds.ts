import { z } from "zod";
import { createRefundBody } from "@/lib/schemas/refund";
import { submitRefundTransactionBody } from "@/lib/schemas/refund-link";
import { refundId as refundIdField, refundStatus } from "@/lib/schemas/resource-fields";
import type { ProjectAction } from "./action";
import { inputId } from "./input-id";

const moved = z.object({ status: refundStatus });
const oneRefund = z.object({ refundId: inputId("rfd", "refund") });
const checkoutId = inputId("chk", "checkout");

/** What is done with refunds and late payments. */
export const refundActions = {
  requestRefund: {
    permission: "refunds.request",
    fresh: true,
    input: createRefundBody.extend({ checkoutId }),
    output: z.object({ refundId: refundIdField, status: refundStatus, claimUrl: z.string().nullable() }),
  },
  approveRefund: { permission: "refunds.approve", fresh: true, input: oneRefund, output: moved },
  cancelRefund: { permission: "refunds.cancel", input: oneRefund, output: moved },
  /** Whoever has the link says where the money goes. */
  reissueClaim: {
    permission: "refunds.request",
    fresh: true,
    input: oneRefund,
    output: z.object({ claimUrl: z.string() }),
  },
  issueSignLink: {
    permission: "refunds.sign",
    input: oneRefund,
    output: z.object({ signUrl: z.string() }),
  },
  handInRefundHash: {
    permission: "refunds.sign",
    input: oneRefund.extend(submitRefundTransactionBody.shape),
    output: moved,
  },
  acceptLatePayment: {
    permission: "latePayments.accept",
    input: z.object({ checkoutId }),
    output: z.object({}),
  },
} as const satisfies Record<string, ProjectAction>;
