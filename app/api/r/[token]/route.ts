import { withoutKey } from "@/lib/api/http/operation-handlers";
import { orForm } from "@/lib/api/http/read-input";
import { route } from "@/lib/api/http/route";
import { operations } from "@/lib/api/operation-list";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { claimRefund } from "@/lib/refunds/links/claim-refund";
import { readRefundLink } from "@/lib/refunds/links/refund-links";
import { toRefundLinkView } from "@/lib/refunds/refund.schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withoutKey(operations.getRefundLink, async ({ params }) => ({
    data: toRefundLinkView(await readRefundLink(getCheckouts(), params.token ?? ""), getCheckouts()),
  })),
  POST: orForm(
    withoutKey(operations.claimRefund, async ({ params, body }) => {
      const link = await claimRefund(getCheckouts(), params.token ?? "", body);
      return { data: toRefundLinkView(link, getCheckouts()) };
    }),
    { numbers: [], page: ({ token }) => `/r/${token}` },
  ),
});
