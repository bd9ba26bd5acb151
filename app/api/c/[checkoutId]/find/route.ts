import { withoutKey } from "@/lib/api/http/operation-handlers";
import { route } from "@/lib/api/http/route";
import { limitSearches } from "@/lib/api/limits/limits";
import { operations } from "@/lib/api/operation-list";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { findPayments } from "@/lib/payments/find-payments";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: withoutKey(operations.findPayments, async ({ params, body, ...call }) => {
    await limitSearches({ ...call, params });
    return { data: await findPayments(getCheckouts(), params.checkoutId ?? "", body.sender) };
  }),
});
