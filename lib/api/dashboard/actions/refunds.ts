import "server-only";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import type { PreparedTransaction } from "@/lib/checkouts/refund-facts.rules";
import { acceptPayment } from "@/lib/payments/accept-payment";
import type { refundActions } from "@/lib/refunds/dashboard/refund-actions.schema";
import { handInOwnHash } from "@/lib/refunds/hand-in-hash";
import { reissueClaimAsMember } from "@/lib/refunds/links/claim-refund";
import { prepareRefunds } from "@/lib/refunds/links/prepare-refunds";
import { issueSignLink } from "@/lib/refunds/links/refund-links";
import type { WalletCallView } from "@/lib/refunds/refund.schema";
import { dismissExcess } from "@/lib/refunds/refund-excess";
import { approveRefund, cancelRefund } from "@/lib/refunds/refund-steps";
import { requestRefundAsMember } from "@/lib/refunds/request-refund";
import { demoWalletOf, type ProjectHandlers } from "./handler";

function callOf({ chainId, from, to, data }: PreparedTransaction): WalletCallView {
  return { chainId, from: [from], to, data, demoWallet: demoWalletOf(chainId, from) };
}

export const refundHandlers: ProjectHandlers<typeof refundActions> = {
  requestRefund: async ({ access, input: { checkoutId, ...body } }) => {
    const requested = await requestRefundAsMember(getCheckouts(), access, checkoutId, body);
    const { refund, claimUrl, transaction } = requested;
    return {
      refundId: refund.id,
      status: refund.status,
      claimUrl,
      call: transaction === null || !access.may("refunds.sign") ? null : callOf(transaction),
    };
  },
  approveRefund: async ({ access, input: { refundId, ...confirmed } }) => {
    const by = access.as("refunds.approve");
    const { status } = await approveRefund(getCheckouts(), by, refundId, confirmed);
    return { status };
  },
  cancelRefund: async ({ access, input }) => {
    const by = access.as("refunds.cancel");
    const { status } = await cancelRefund(getCheckouts(), by, input.refundId);
    return { status };
  },
  reissueClaim: async ({ access, input }) => {
    const { claimUrl } = await reissueClaimAsMember(getCheckouts(), access, input.refundId);
    return { claimUrl };
  },
  issueSignLink: async ({ access, input }) => {
    const by = access.as("refunds.sign");
    const { signUrl } = await issueSignLink(getCheckouts(), by, input.refundId, input.token);
    return { signUrl };
  },
  prepareRefunds: async ({ access, input }) => {
    const prepared = await prepareRefunds(getCheckouts(), access.as("refunds.sign"), input.refunds);
    return {
      refunds: prepared.map(({ refund, token, transaction }) => ({
        refundId: refund.id,
        token,
        call: callOf(transaction),
      })),
    };
  },
  handInRefundHash: async ({ access, input }) => {
    const refund = await handInOwnHash(getCheckouts(), access, input);
    return { status: refund.status };
  },
  dismissExcess: ({ access, input }) => dismissExcess(getCheckouts(), access, input.checkoutId),
  acceptPayment: async ({ access, input }) => {
    const by = access.as("payments.accept");
    const confirmedUnits = BigInt(input.amount);
    await acceptPayment(getCheckouts(), by, input.checkoutId, confirmedUnits);
  },
};
