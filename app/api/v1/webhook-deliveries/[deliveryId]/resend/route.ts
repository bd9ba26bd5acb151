import { keyAccess } from "@/lib/api/http/key-access";
import { withServerKey } from "@/lib/api/http/operation-handlers";
import { route } from "@/lib/api/http/route";
import { operations } from "@/lib/api/operation-list";
import { getWebhooks } from "@/lib/api/wiring/webhooks";
import { replayDelivery } from "@/lib/webhooks/replay-deliveries";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: withServerKey(operations.resendWebhookDelivery, async (call) => {
    const id = call.params.deliveryId ?? "";
    const show = ({ replayed }: { replayed: number }) => ({ id, resent: replayed > 0 });
    const by = keyAccess(call).as("webhooks.manage");
    const result = await replayDelivery(getWebhooks(), by, id, call.keep(show));
    return { data: show(result) };
  }),
});
