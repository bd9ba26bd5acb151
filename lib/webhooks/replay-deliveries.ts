import { testEventBody } from "@/lib/checkouts/views/webhook-event.schema";
import type { Clock } from "@/lib/platform/clock";
import type { NewId } from "@/lib/platform/ids";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { minuteMs } from "@/lib/platform/values/time.rules";
import type { ProjectActor } from "@/lib/projects/project-access";
import {
  deliveryNotFound,
  endpointDisabled,
  endpointEntry,
  lockEndpoint,
  type OwnEndpointDeps,
} from "@/lib/webhooks/endpoints/read-endpoints";
import type { ReplayRange } from "@/lib/webhooks/endpoints/webhook-endpoint.schema";
import type { Pause, WebhookEndpointStore } from "@/lib/webhooks/endpoints/webhook-endpoint-store.port";
import type { Position, WebhookDeliveryLog } from "./webhook-delivery-log.port";

/**
 * Sends a delivery again, regardless of its outcome, with the same bytes and the whole schedule before it. One that is just
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

const deliveriesPerBatch = 1_000;

/** What is left fails when it is due. */
const maxBatchesOfFailWaiting = 200;

/** Fails what waits for an endpoint that was disabled, in parts: there may be very much of it. */
export async function failWaiting(
  { endpoints }: { endpoints: Pick<WebhookEndpointStore, "failWaiting"> },
  endpointId: string,
  at: Date,
): Promise<void> {
  for (let batch = 0; batch < maxBatchesOfFailWaiting; batch++) {
    const failed = await endpoints.failWaiting(endpointId, at, deliveriesPerBatch);
    if (failed < deliveriesPerBatch) return;
  }
}

const maxTests = 10;

const withinMs = minuteMs;

/**
 * Sends an event to an endpoint that says nothing but that it is a test, whatever kinds the endpoint receives; signed,
 * retried and logged as every other.
 *
 * @throws CheckoutError WEBHOOK_ENDPOINT_NOT_FOUND, WEBHOOK_ENDPOINT_DISABLED, RATE_LIMIT_EXCEEDED
 */
export function sendTestEvent(
  deps: OwnEndpointDeps & { newId: NewId },
  by: ProjectActor,
  endpointId: string,
): Promise<{ eventId: string; deliveryId: string }> {
  return deps.endpoints.transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, by, endpointId);
    if (endpoint.disabledAt !== null) throw endpointDisabled();
    const now = deps.clock.now();
    const tests = await tx.testsSince(endpoint, new Date(now.getTime() - withinMs));
    const freed = tests.at(-maxTests);
    if (freed !== undefined) {
      const waitMs = freed.getTime() + withinMs - now.getTime();
      throw new CheckoutError(
        "RATE_LIMIT_EXCEEDED",
        `An endpoint takes ${maxTests} tests a minute. Try again after the seconds in Retry-After.`,
        { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) },
      );
    }
    const eventId = deps.newId("evt");
    const body = testEventBody(eventId, endpointId, now);
    const { deliveryId } = await tx.insertTest(endpoint, { id: eventId, body, createdAt: now });
    await tx.audit(endpointEntry(by, "tested", endpointId, { eventId }, now));
    return { eventId, deliveryId };
  });
}
