import { z } from "zod";
import { cursorQuery } from "@/lib/platform/lists/cursor-pages.schema";
import { rowCursors } from "@/lib/platform/lists/list-place.rules";
import { inputId, moment, timestamp } from "@/lib/platform/primitives.schema";
import { eventKinds } from "@/lib/webhooks/events.rules";

export const eventKind = z.enum(eventKinds).describe("The kind of an event.");

export const eventCursors = rowCursors("evt");

/** Filters of the list of events. */
export const listEventsQuery = cursorQuery(eventCursors, {
  kind: eventKind.optional().describe("Only events of this kind."),
  checkoutId: inputId("chk", "checkout").optional().describe("Only events of this checkout."),
  from: moment.optional().describe("Only events from this time on."),
  to: moment.optional().describe("Only events before this time."),
});

/** The body of an endpoint's test event, which belongs to no checkout. */
export function testEventBody(id: string, endpointId: string, at: Date): string {
  return JSON.stringify({
    id,
    event: "endpoint.test",
    data: { endpointId, message: "A test: answer 2xx and do nothing." },
    timestamp: timestamp(at),
    sequence: 0,
  });
}
