import { webhookEvent } from "@/lib/checkouts/views/webhook-event.schema";
import { cursorPagination } from "@/lib/platform/lists/cursor-pages.schema";
import { listEventsQuery } from "@/lib/webhooks/events.schema";
import { type Operation, plainOperation, serverKeyErrors } from "./operation";

/** Events and the endpoints that receive them, for a merchant's backend. */
export const webhookOperations = {
  listEvents: {
    ...plainOperation,
    operationId: "listEvents",
    tag: "Events",
    summary: "List events",
    description:
      "The events of the last 90 days, newest first, each as its webhook's body, whether an endpoint received it or not. Compare them with what you handled after an outage of your server. Tests of endpoints are not among them.",
    method: "GET",
    path: "/v1/events",
    keyKind: "server",
    query: listEventsQuery,
    data: webhookEvent.array(),
    pagination: cursorPagination,
    errors: [...serverKeyErrors, "VALIDATION_ERROR"],
  },
  getEvent: {
    ...plainOperation,
    operationId: "getEvent",
    tag: "Events",
    summary: "Get an event",
    description: "One event of the last 90 days, as its webhook's body.",
    method: "GET",
    path: "/v1/events/{eventId}",
    keyKind: "server",
    data: webhookEvent,
    errors: [...serverKeyErrors, "EVENT_NOT_FOUND"],
  },
} as const satisfies Record<string, Operation>;
