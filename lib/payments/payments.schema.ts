import { z } from "zod";
import type { ProjectAction } from "@/lib/accounts/account.schema";
import { checkoutStatus, refundStatus } from "@/lib/checkouts/views/checkout-fields.schema";
import { refundId } from "@/lib/platform/id-fields.schema";
import { address, chainId, inputId, nothing } from "@/lib/platform/primitives.schema";
import { testTools } from "@/lib/projects/test-tools.rules";
import { createRefundBody } from "@/lib/refunds/refund.schema";

const stray = z.object({ checkoutId: inputId("chk", "checkout"), chainId, tokenAddress: address });

/** Actions on money that reached a checkout's address but pays nothing there. */
export const strayActions = {
  returnStray: {
    permission: "refunds.request",
    fresh: true,
    input: stray.extend(createRefundBody.pick({ destinationAddress: true, reason: true }).shape),
    output: z.object({ refundId, status: refundStatus, claimUrl: z.string().nullable() }),
  },
  countStray: {
    permission: "payments.accept",
    fresh: true,
    input: stray,
    output: z.object({ status: checkoutStatus }),
  },
  sweepStray: {
    permission: "settlements.request",
    fresh: true,
    input: stray,
    output: nothing,
  },
} as const satisfies Record<string, ProjectAction>;

const checkoutId = inputId("chk", "checkout");

/** Actions on checkouts on local chains. */
export const testToolActions = {
  createTestCheckout: {
    permission: "testTools.use",
    fresh: false,
    input: nothing,
    output: z.object({ checkoutId }),
  },
  applyTestTool: {
    permission: "testTools.use",
    fresh: false,
    input: z.object({ checkoutId, tool: z.enum(testTools) }),
    output: z.object({ txHash: z.string().nullable() }),
  },
} as const satisfies Record<string, ProjectAction>;
