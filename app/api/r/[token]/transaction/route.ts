import { tell } from "@/inngest/tell";
import { toRefundLinkView } from "@/lib/checkouts/refund-link.schema";
import { handInHash } from "@/lib/payments/refunds/hand-in-hash";
import { operations } from "@/lib/schemas/operations";
import { orForm } from "@/lib/server/http/input/form";
import { withoutKey } from "@/lib/server/http/operation-handlers";
import { route } from "@/lib/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: orForm(
    withoutKey(operations.submitRefundTransaction, async ({ deps, params, body }) => {
      const { events, ...link } = await handInHash(deps, params.token ?? "", body);
      tell(events);
      return { data: toRefundLinkView(link, deps) };
    }),
    { numbers: [], page: ({ token }) => `/r/${token}` },
  ),
});
