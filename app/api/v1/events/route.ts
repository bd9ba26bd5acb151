import { keyAccess } from "@/lib/api/http/key-access";
import { withServerKey } from "@/lib/api/http/operation-handlers";
import { route } from "@/lib/api/http/route";
import { operations } from "@/lib/api/operation-list";
import { getWebhooks } from "@/lib/api/wiring/webhooks";
import type { WebhookEvent } from "@/lib/checkouts/views/webhook-event.schema";
import { cursorPage, placeIn } from "@/lib/platform/lists/cursor-pages.schema";
import { eventCursors } from "@/lib/webhooks/events.schema";
import { listEvents } from "@/lib/webhooks/read-events";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withServerKey(operations.listEvents, async (call) => {
    const { take, after, before, ...filter } = call.query;
    const place = placeIn({ after, before });
    const part = await listEvents(getWebhooks(), keyAccess(call), filter, place, take);
    return cursorPage(part, take, eventCursors, ({ body }): WebhookEvent => JSON.parse(body));
  }),
});
