import "server-only";
import type { testToolActions } from "@/lib/schemas/dashboard/test-tools";
import { applyTestTool } from "@/lib/services/test-tools/apply-test-tool";
import { createTestCheckout } from "@/lib/services/test-tools/create-test-checkout";
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
