import { tell } from "@/inngest/tell";
import { cancelCheckout } from "@/lib/checkouts/cancel-checkout";
import { operations } from "@/lib/schemas/operations";
import { withServerKey } from "@/lib/server/http/operation-handlers";
import { route } from "@/lib/server/http/route";

const cancelled = ({ id }: { id: string }) => ({ id, status: "CANCELLED" as const });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: withServerKey(operations.cancelCheckout, async ({ deps, project, params, keep }) => {
    const { checkout, events } = await cancelCheckout(
      deps,
      project.id,
      params.checkoutId ?? "",
      keep(cancelled),
    );
    tell(events);
    return { data: cancelled(checkout) };
  }),
});
