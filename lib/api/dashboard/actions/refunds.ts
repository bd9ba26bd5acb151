import "server-only";
import { acceptLatePayment } from "@/lib/payments/accept-late-payment";
import { handInOwnHash } from "@/lib/payments/refunds/hand-in-hash";
import type { refundActions } from "@/lib/refunds/dashboard/refund-actions.schema";
import { reissueClaimAsMember } from "@/lib/refunds/links/claim-refund";
import { issueSignLink } from "@/lib/refunds/links/refund-links";
import { dismissExcess } from "@/lib/refunds/refund-excess";
import { approveRefund, cancelRefund } from "@/lib/refunds/refund-steps";
import { requestRefundAsMember } from "@/lib/refunds/request-refund";
import type { ProjectHandlers } from "./handler";

export const refundHandlers: ProjectHandlers<typeof refundActions> = {
  requestRefund: async ({ deps, access, input: { checkoutId, ...body }, wake }) => {
    const { refund, claimUrl } = await requestRefundAsMember(deps, access, checkoutId, body);
    wake.refunds(refund.chainId);
    return { refundId: refund.id, status: refund.status, claimUrl };
  },
  approveRefund: async ({ deps, access, input: { refundId, ...shown }, wake }) => {
    const { chainId, status } = await approveRefund(deps, access.as("refunds.approve"), refundId, shown);
    wake.refunds(chainId);
    return { status };
  },
  cancelRefund: async ({ deps, access, input, wake }) => {
    const { chainId, status } = await cancelRefund(deps, access.as("refunds.cancel"), input.refundId);
    // The reserved money may now go to the merchant.
    wake.settlement(chainId);
    return { status };
  },
  reissueClaim: async ({ deps, access, input }) => {
    const { claimUrl } = await reissueClaimAsMember(deps, access, input.refundId);
    return { claimUrl };
  },
  issueSignLink: async ({ deps, access, input }) => {
    const { signUrl } = await issueSignLink(deps, access.as("refunds.sign"), input.refundId);
    return { signUrl };
  },
  handInRefundHash: async ({ deps, access, input, wake }) => {
    const { refund, events } = await handInOwnHash(deps, access, input);
    wake.deliveries(events);
    return { status: refund.status };
  },
  dismissExcess: async ({ deps, access, input }) => {
    await dismissExcess(deps, access, input.checkoutId);
    return {};
  },
  acceptLatePayment: async ({ deps, access, input, wake }) => {
    const { checkout, events } = await acceptLatePayment(
      deps,
      access.as("latePayments.accept"),
      input.checkoutId,
    );
    wake.deliveries(events);
    if (checkout.chainId !== null) wake.settlement(checkout.chainId);
    return {};
  },
};
