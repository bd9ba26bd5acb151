import type { Clock } from "@/lib/platform/clock.port";
import type { ProjectActor } from "@/lib/projects/project-actor";
import type { WebhookDeliveryLog } from "@/lib/webhooks/webhook-delivery-log.port";
import { deliveryNotFound } from "./get-delivery";
import { endpointDisabled } from "./own-endpoint";

/**
 * Sends a delivery again, whatever became of it, with the same bytes and the whole schedule before it. One that is just
 * being sent is left to who sends it.
 *
 * @returns how many are sent again: 1, or 0 when it is being sent
 * @throws CheckoutError WEBHOOK_DELIVERY_NOT_FOUND for an unknown id and, alike, for another project's;
 *   WEBHOOK_ENDPOINT_DISABLED
 */
export async function replayDelivery(
  { clock, deliveryLog }: { clock: Clock; deliveryLog: Pick<WebhookDeliveryLog, "replay"> },
  { projectId, userId }: ProjectActor,
  deliveryId: string,
): Promise<{ replayed: number }> {
  const at = clock.now();
  const action = "webhook_delivery.replayed";
  const entry = { projectId, userId, action, target: deliveryId, details: null, at } as const;
  const end = await deliveryLog.replay(projectId, deliveryId, at, entry);
  switch (end) {
    case null:
      throw deliveryNotFound();
    case "endpoint_disabled":
      throw endpointDisabled();
    case "in_hand":
      return { replayed: 0 };
    case "replayed":
      return { replayed: 1 };
    default:
      return end satisfies never;
  }
}
