import { withServerKey } from "@/lib/api/http/operation-handlers";
import { route } from "@/lib/api/http/route";
import { operations } from "@/lib/api/operation-list";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { cancelCheckout } from "@/lib/checkouts/pending-checkout";

const cancelled = ({ id }: { id: string }) => ({ id, status: "CANCELLED" as const });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: withServerKey(operations.cancelCheckout, async ({ project, params, keep }) => {
    const checkout = await cancelCheckout(
      getCheckouts(),
      project.id,
      params.checkoutId ?? "",
      keep(cancelled),
    );
    return { data: cancelled(checkout) };
  }),
});
