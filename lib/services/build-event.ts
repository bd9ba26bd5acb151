import type { Checkout } from "@/lib/core/checkout";
import type { EventKind } from "@/lib/core/events";
import type { NewId } from "@/lib/platform/ids.port";
import { type EventSubject, eventBody } from "@/lib/schemas/webhook-event";
import type { NewEvent } from "./ports/checkout-store";

/**
 * The next event of a checkout, with its body as every delivery will send it.
 * `checkout` is as it is after the event, its `eventSequence` already raised.
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
