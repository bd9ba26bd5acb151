import { act } from "@/lib/platform/acts";
import { cursorPage, cursorPagination, placeIn } from "@/lib/platform/lists/cursor-pages.schema";
import { inputId } from "@/lib/platform/primitives.schema";
import type { ByKey } from "@/lib/projects/project-access";
import { eventCursors, listEventsQuery } from "@/lib/webhooks/events.schema";
import { listEvents, readEvent } from "@/lib/webhooks/read-events";
import { type WebhookEvent, webhookEvent } from "./webhook-event.schema";

type EventParts = Parameters<typeof readEvent>[0];

/** An event is kept as the text that endpoints got. */
const showEvent = ({ body }: { body: string }): WebhookEvent => JSON.parse(body);

/** What merchants' servers read of what happened. */
export const eventActs = {
  list: act(
    { scope: "read", input: listEventsQuery },
    async (parts: EventParts, { access }: ByKey, { take, after, before, ...filter }) => ({
      take,
      ...(await listEvents(parts, access, filter, placeIn({ after, before }), take)),
    }),
    {
      http: {
        operationId: "listEvents",
        tag: "Events",
        summary: "List events",
        description:
          "The events of the last 90 days, newest first, each as its webhook's body, whether an endpoint received it or not. Compare them with what you handled after an outage of your server. Tests of endpoints are not among them.",
        method: "GET",
        path: "/v1/events",
        data: webhookEvent.array(),
        pagination: cursorPagination,
        show: ({ take, ...part }) => cursorPage(part, take, eventCursors, showEvent),
      },
    },
  ),
  get: act(
    { scope: "read", ids: { eventId: inputId("evt", "event") }, errors: ["EVENT_NOT_FOUND"] },
    (parts: EventParts, { access }: ByKey, { eventId }) => readEvent(parts, access, eventId),
    {
      http: {
        operationId: "getEvent",
        tag: "Events",
        summary: "Get an event",
        description: "One event of the last 90 days, as its webhook's body.",
        method: "GET",
        path: "/v1/events/{eventId}",
        data: webhookEvent,
        show: (event) => showEvent(event),
      },
    },
  ),
};
