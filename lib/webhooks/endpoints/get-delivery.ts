import { CheckoutError } from "@/lib/platform/errors.rules";
import type { DeliveryDetails, WebhookDeliveryLog } from "@/lib/webhooks/webhook-delivery-log.port";

/**
 * A delivery with what was sent and each answer; also one of an endpoint that was deleted.
 * @throws CheckoutError WEBHOOK_DELIVERY_NOT_FOUND for an unknown id and, alike, for another project's
 */
export async function getDelivery(
  { deliveryLog }: { deliveryLog: Pick<WebhookDeliveryLog, "find"> },
  projectId: string,
  deliveryId: string,
): Promise<DeliveryDetails> {
  const found = await deliveryLog.find(projectId, deliveryId);
  if (found === null) throw deliveryNotFound();
  return found;
}

export function deliveryNotFound(): CheckoutError {
  return new CheckoutError("WEBHOOK_DELIVERY_NOT_FOUND", "There is no such webhook delivery.");
}
