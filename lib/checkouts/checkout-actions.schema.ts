import { z } from "zod";
import type { ProjectAction } from "@/lib/accounts/action.schema";
import { inputId } from "@/lib/platform/input-id.schema";
import { createCheckoutBody } from "./create-checkout.schema";
import { checkoutStatus } from "./resource-fields.schema";

const checkoutId = inputId("chk", "checkout");

/** What is done with checkouts by hand. */
export const checkoutActions = {
  createCheckout: {
    permission: "checkouts.create",
    fresh: false,
    // Where the money goes is the project's affair: who may make checkouts may not lead it elsewhere.
    input: createCheckoutBody.refine(({ merchantAddress }) => merchantAddress === undefined, {
      path: ["merchantAddress"],
      message: "is the project's settlement wallet",
    }),
    output: z.object({ checkoutId, url: z.string() }),
  },
  cancelCheckout: {
    permission: "checkouts.cancel",
    fresh: false,
    input: z.object({ checkoutId }),
    output: z.object({ status: checkoutStatus }),
  },
} as const satisfies Record<string, ProjectAction>;
