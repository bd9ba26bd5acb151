import { keyAccess } from "@/lib/api/http/key-access";
import { withServerKey } from "@/lib/api/http/operation-handlers";
import { route } from "@/lib/api/http/route";
import { operations } from "@/lib/api/operation-list";
import { getWebhooks } from "@/lib/api/wiring/webhooks";
import { readEvent } from "@/lib/webhooks/read-events";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withServerKey(operations.getEvent, async (call) => {
    const { body } = await readEvent(getWebhooks(), keyAccess(call), call.params.eventId ?? "");
    return { data: JSON.parse(body) };
  }),
});
