import { withoutKey } from "@/lib/api/http/operation-handlers";
import { orForm } from "@/lib/api/http/read-input";
import { route } from "@/lib/api/http/route";
import { operations } from "@/lib/api/operation-list";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { handInHash } from "@/lib/refunds/hand-in-hash";
import { toRefundLinkView } from "@/lib/refunds/refund.schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: orForm(
    withoutKey(operations.submitRefundTransaction, async ({ params, body }) => {
      const link = await handInHash(getCheckouts(), params.token ?? "", body);
      return { data: toRefundLinkView(link, getCheckouts()) };
    }),
    { numbers: [], page: ({ token }) => `/r/${token}` },
  ),
});
