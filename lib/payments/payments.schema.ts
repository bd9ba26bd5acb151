import { z } from "zod";
import type { ProjectAction } from "@/lib/accounts/account.schema";
import { inputId, nothing } from "@/lib/platform/primitives.schema";
import { testTools } from "@/lib/projects/test-tools.rules";

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
