import { z } from "zod";
import { act } from "@/lib/platform/acts";
import { inputId } from "@/lib/platform/primitives.schema";
import type { ByMember } from "@/lib/projects/project-access";
import { testTools } from "@/lib/projects/test-tools.rules";
import { applyTestTool, createTestCheckout, type TestToolParts } from "./test-tools";

const checkoutId = inputId("chk", "checkout");

/** What members do with checkouts on local chains. */
export const testToolActs = {
  createCheckout: act(
    { permission: "testTools.use", fresh: false },
    (parts: TestToolParts, { access }: ByMember) => createTestCheckout(parts, access),
    {
      dashboard: {
        name: "createTestCheckout",
        output: z.object({ checkoutId }),
        show: ({ id }) => ({ checkoutId: id }),
      },
    },
  ),
  apply: act(
    {
      permission: "testTools.use",
      fresh: false,
      ids: { checkoutId },
      input: z.object({ tool: z.enum(testTools) }),
    },
    (parts: TestToolParts, { access }: ByMember, given) => applyTestTool(parts, access, given),
    {
      dashboard: {
        name: "applyTestTool",
        output: z.object({ txHash: z.string().nullable() }),
        show: ({ txHash }) => ({ txHash }),
      },
    },
  ),
};
