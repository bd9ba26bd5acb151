import { z } from "zod";
import type { ProjectAction } from "@/lib/accounts/action.schema";
import { inputId } from "@/lib/platform/input-id.schema";
import { testTools } from "@/lib/projects/test-tools.rules";

const checkoutId = inputId("chk", "checkout");

/** What is done to checkouts on local chains. */
export const testToolActions = {
  createTestCheckout: {
    permission: "testTools.use",
    fresh: false,
    input: z.object({}),
    output: z.object({ checkoutId }),
  },
  applyTestTool: {
    permission: "testTools.use",
    fresh: false,
    input: z.object({ checkoutId, tool: z.enum(testTools) }),
    output: z.object({ txHash: z.string().nullable() }),
  },
} as const satisfies Record<string, ProjectAction>;
