import { tellRefunds } from "@/inngest/tell";
import { toRefundLinkView } from "@/lib/checkouts/refund-link.schema";
import { claimRefund } from "@/lib/refunds/claim-refund";
import { readRefundLink } from "@/lib/refunds/read-refund-link";
import { operations } from "@/lib/schemas/operations";
import { orForm } from "@/lib/server/http/input/form";
import { withoutKey } from "@/lib/server/http/operation-handlers";
import { route } from "@/lib/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withoutKey(operations.getRefundLink, async ({ deps, params }) => ({
    data: toRefundLinkView(await readRefundLink(deps, params.token ?? ""), deps),
  })),
  POST: orForm(
    withoutKey(operations.claimRefund, async ({ deps, params, body }) => {
      const link = await claimRefund(deps, params.token ?? "", body);
      if (link.refund.status === "PENDING") tellRefunds(link.refund.chainId);
      return { data: toRefundLinkView(link, deps) };
    }),
    { numbers: [], page: ({ token }) => `/r/${token}` },
  ),
});
