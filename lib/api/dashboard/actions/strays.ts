import "server-only";
import { countStray } from "@/lib/payments/strays/count-stray";
import { returnStray } from "@/lib/payments/strays/return-stray";
import type { strayActions } from "@/lib/payments/strays.schema";
import { sweepStray } from "@/lib/settlement/sweep-stray";
import type { ProjectHandlers } from "./handler";

export const strayHandlers: ProjectHandlers<typeof strayActions> = {
  returnStray: async ({ deps, access, input, wake }) => {
    const approves = access.may("refunds.approve");
    const by = { ...access.as("refunds.request"), approves };
    const { refund, claimUrl } = await returnStray(deps, by, input);
    wake.refunds(refund.chainId);
    return { refundId: refund.id, status: refund.status, claimUrl };
  },
  countStray: async ({ deps, access, input, wake }) => {
    const { checkout, events } = await countStray(deps, access.as("latePayments.accept"), input);
    wake.deliveries(events);
    wake.settlement(input.chainId);
    return { status: checkout.status };
  },
  sweepStray: async ({ deps, access, input, wake }) => {
    await sweepStray(deps, access.as("settlements.request"), input);
    wake.settlement(input.chainId);
    return {};
  },
};
