import { z } from "zod";
import type { ProjectAction } from "@/lib/accounts/action.schema";
import { createRefundBody } from "@/lib/checkouts/refund.schema";
import { checkoutStatus, refundId, refundStatus } from "@/lib/checkouts/resource-fields.schema";
import { inputId } from "@/lib/platform/input-id.schema";
import { address, chainId } from "@/lib/platform/primitives.schema";

const stray = z.object({ checkoutId: inputId("chk", "checkout"), chainId, tokenAddress: address });

/** What is done with money that reached a checkout's address and pays nothing there. */
export const strayActions = {
  returnStray: {
    permission: "refunds.request",
    fresh: true,
    input: stray.extend(createRefundBody.pick({ destinationAddress: true, reason: true }).shape),
    output: z.object({ refundId, status: refundStatus, claimUrl: z.string().nullable() }),
  },
  countStray: {
    permission: "latePayments.accept",
    fresh: true,
    input: stray,
    output: z.object({ status: checkoutStatus }),
  },
  sweepStray: {
    permission: "settlements.request",
    fresh: true,
    input: stray,
    output: z.object({}),
  },
} as const satisfies Record<string, ProjectAction>;
