import type { WebhookEndpointStore } from "@/lib/webhooks/webhook-endpoint-store.port";

const deliveriesPerBatch = 1_000;
/** What is left fails when it is due. */
const maxBatches = 200;

/** Fails what waits for an endpoint that was disabled, in parts: there may be very much of it. */
export async function failWaiting(
  { endpoints }: { endpoints: Pick<WebhookEndpointStore, "failWaiting"> },
  endpointId: string,
  at: Date,
): Promise<void> {
  for (let batch = 0; batch < maxBatches; batch++) {
    const failed = await endpoints.failWaiting(endpointId, at, deliveriesPerBatch);
    if (failed < deliveriesPerBatch) return;
  }
}
