import type { Checkout } from "@/lib/core/checkout";
import type { EventKind } from "@/lib/core/events";
import type { Refund } from "@/lib/core/refund";
import { eventBody } from "@/lib/schemas/webhook-event";
import type { NewEvent } from "./ports/checkout-store";
import type { NewId } from "./ports/ids";

/**
 * The next event of a checkout, with its body as every delivery will send it.
 * `checkout` is as it is after the event, its `eventSequence` already raised.
 *
 * @param refund of an event of a refund: it, after the event
 */
export function buildEvent(
  newId: NewId,
  kind: EventKind,
  checkout: Checkout,
  at: Date,
  refund: Refund | null = null,
): NewEvent {
  const id = newId("evt");
  return {
    id,
    projectId: checkout.projectId,
    checkoutId: checkout.id,
    kind,
    sequence: checkout.eventSequence,
    body: eventBody(id, kind, checkout, at, refund),
    createdAt: at,
  };
}
