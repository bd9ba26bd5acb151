import { keyAccess } from "@/lib/api/http/key-access";
import { withServerKey } from "@/lib/api/http/operation-handlers";
import { route } from "@/lib/api/http/route";
import { operations } from "@/lib/api/operation-list";
import { getWebhooks } from "@/lib/api/wiring/webhooks";
import { type SentTest, sendTestEvent } from "@/lib/webhooks/replay-deliveries";

const show = ({ eventId, deliveryId }: SentTest) => ({ eventId, deliveryId });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: withServerKey(operations.testWebhookEndpoint, async (call) => {
    const by = keyAccess(call).as("webhooks.manage");
    const sent = await sendTestEvent(getWebhooks(), by, call.params.endpointId ?? "", call.keep(show));
    return { data: show(sent) };
  }),
});
