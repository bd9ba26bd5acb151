import "server-only";
import { applyTestTool } from "@/lib/payments/apply-test-tool";
import { createTestCheckout } from "@/lib/payments/create-test-checkout";
import type { testToolActions } from "@/lib/payments/test-tools.schema";
import type { ProjectHandlers } from "./handler";

export const testToolHandlers: ProjectHandlers<typeof testToolActions> = {
  createTestCheckout: async ({ deps, access, wake }) => {
    const { checkout, deliveries } = await createTestCheckout(deps, access);
    wake.deliveries(deliveries);
    return { checkoutId: checkout.id };
  },
  applyTestTool: async ({ deps, access, input, wake }) => {
    const { txHash, events } = await applyTestTool(deps, access, input);
    wake.deliveries(events);
    return { txHash };
  },
};
