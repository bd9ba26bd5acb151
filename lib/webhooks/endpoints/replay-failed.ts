import { minuteMs } from "@/lib/platform/durations.rules";
import type { ProjectActor } from "@/lib/projects/project-actor";
import type { Position, WebhookDeliveryLog } from "@/lib/webhooks/webhook-delivery-log.port";
import type { ReplayRange } from "@/lib/webhooks/webhook-endpoint.schema";
import type { Pause } from "@/lib/webhooks/webhook-endpoint-store.port";
import { endpointDisabled, endpointEntry, lockEndpoint, type OwnEndpointDeps } from "./own-endpoint";

const perBatch = 500;
const maxBatches = 20;
/** An event that began to be written when its endpoint was still, or not yet again, disabled is of a time outside. */
const marginMs = minuteMs;

export type ReplayFailedResult = {
  /** Deliveries that had failed. */
  replayed: number;
  /** Events that it would have been sent, had it not been disabled then. */
  missed: number;
  /** False when there are more: ask again. */
  complete: boolean;
};

/**
 * Sends again all that failed of an endpoint, by the time of the events; and what happened in that time while the
 * endpoint was disabled, as far as it receives such kinds. Events that it was not to receive then are not among it.
 *
 * @throws CheckoutError WEBHOOK_ENDPOINT_NOT_FOUND, WEBHOOK_ENDPOINT_DISABLED
 */
export async function replayFailed(
  deps: OwnEndpointDeps & { deliveryLog: Pick<WebhookDeliveryLog, "replayFailed" | "deliverMissed"> },
  by: ProjectActor,
  endpointId: string,
  { from, to }: ReplayRange,
): Promise<ReplayFailedResult> {
  const now = deps.clock.now();
  const endpoint = await deps.endpoints.transaction(async (tx) => {
    const locked = await lockEndpoint(tx, by, endpointId);
    if (locked.disabledAt !== null) throw endpointDisabled();
    const details = { from: from.toISOString(), to: to.toISOString() };
    await tx.audit(endpointEntry(by, "failed_replayed", endpointId, details, now));
    return locked;
  });
  const { replayFailed: failed, deliverMissed } = deps.deliveryLog;
  const budget = { batches: maxBatches };
  const replayed = await inBatches(failed, endpointId, { from, to }, now, budget);
  let missed = 0;
  for (const pause of await deps.endpoints.pausesSince(by.projectId, endpointId, from)) {
    const range = overlapOf(pause, { from, to }, endpoint.createdAt);
    missed += await inBatches(deliverMissed, endpointId, range, now, budget);
  }
  return { replayed, missed, complete: budget.batches > 0 };
}

function overlapOf(pause: Pause, range: ReplayRange, createdAt: Date): ReplayRange {
  const from = Math.max(pause.from.getTime() - marginMs, range.from.getTime(), createdAt.getTime());
  const to = Math.min(pause.to.getTime() + marginMs, range.to.getTime());
  return { from: new Date(from), to: new Date(to) };
}

/** Each is looked at once: one that fails again at once does not come round again. What finds nothing is free. */
async function inBatches(
  runBatch: WebhookDeliveryLog["replayFailed"],
  endpointId: string,
  { from, to }: ReplayRange,
  now: Date,
  budget: { batches: number },
): Promise<number> {
  let count = 0;
  // Every id is greater than an empty one.
  let after: Position = { createdAt: from, id: "" };
  while (budget.batches > 0) {
    const batch = await runBatch(endpointId, { after, before: to }, now, perBatch);
    if (batch.last === null) break;
    budget.batches -= 1;
    count += batch.count;
    after = batch.last;
  }
  return count;
}
