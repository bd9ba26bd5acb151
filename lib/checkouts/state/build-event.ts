import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { NewEvent } from "@/lib/checkouts/checkout.store";
import { type EventSubject, eventBody } from "@/lib/checkouts/views/webhook-event.schema";
import type { NewId } from "@/lib/platform/ids";
import type { EventKind } from "./events.rules";

/**
 * The next event of a checkout, with the body that every delivery sends. `checkout` is the state after the event, with
 * `eventSequence` already raised.
 */
export function buildEvent(
  newId: NewId,
  kind: EventKind,
  checkout: Checkout,
  at: Date,
  about: EventSubject = {},
): NewEvent {
  const id = newId("evt");
  return {
    id,
    projectId: checkout.projectId,
    checkoutId: checkout.id,
    kind,
    sequence: checkout.eventSequence,
    body: eventBody(id, kind, checkout, at, about),
    createdAt: at,
  };
}
