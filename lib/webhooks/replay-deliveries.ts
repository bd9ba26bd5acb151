import { fault } from "@/lib/platform/faults/fault.rules";
import type { Keep } from "@/lib/platform/limits/idempotency.port";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { minuteMs } from "@/lib/platform/values/time.rules";
import type { ProjectActor } from "@/lib/projects/project-access";
import {
  deliveryNotFound,
  endpointDisabled,
  endpointEntry,
  lockEndpoint,
  type WebhookParts,
} from "@/lib/webhooks/endpoints/read-endpoints";
import type { ReplayRange } from "@/lib/webhooks/endpoints/webhook-endpoint.schema";
import type { Pause } from "@/lib/webhooks/endpoints/webhook-endpoint.store";
import { testEventBody } from "@/lib/webhooks/events.schema";
import type { Position, WebhookDeliveryLog } from "./webhook-store.port";

/** A delivery, and how many are replayed: 1, or 0 when it is being sent. */
export type Replayed = { id: string; replayed: number };

/**
 * Replays a delivery, whatever its outcome, with the same bytes and a new schedule. One that is being sent is left
 * alone.
 *
 * @throws CheckoutError WEBHOOK_DELIVERY_NOT_FOUND for an unknown id or another project's; WEBHOOK_ENDPOINT_DISABLED
 */
export async function replayDelivery(
  { clock, deliveryLog }: WebhookParts,
  { projectId, userId, keyId }: ProjectActor,
  deliveryId: string,
  keep: Keep<Replayed> = null,
): Promise<Replayed> {
  const at = clock.now();
  const action = "webhook_delivery.replayed";
  const entry = { projectId, userId, keyId, action, target: deliveryId, details: null, at } as const;
  const end = await deliveryLog.replay(projectId, deliveryId, at, entry, (outcome) =>
    keep === null ? null : keep({ id: deliveryId, replayed: outcome === "replayed" ? 1 : 0 }),
  );
  switch (end) {
    case null:
      throw deliveryNotFound();
    case "endpoint_disabled":
      throw endpointDisabled();
    case "in_hand":
      return { id: deliveryId, replayed: 0 };
    case "replayed":
      return { id: deliveryId, replayed: 1 };
    default:
      return end satisfies never;
  }
}

const perBatch = 500;

const maxBatches = 20;

/** An event whose transaction overlapped the change of its endpoint may have a time outside the pause. */
const marginMs = minuteMs;

export type ReplayFailedResult = {
  /** Replayed failed deliveries. */
  replayed: number;
  /** Deliveries created for events of the time when it was disabled. */
  missed: number;
  /** False when there are more: repeat the request. */
  complete: boolean;
};

/**
 * Replays the failed deliveries of an endpoint by the time of their events, and creates deliveries for events of its
 * kinds from periods when it was disabled.
 *
 * @throws CheckoutError WEBHOOK_ENDPOINT_NOT_FOUND, WEBHOOK_ENDPOINT_DISABLED
 */
export async function replayFailed(
  deps: WebhookParts,
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

/** Takes each delivery once: one that fails again at once is not repeated. A batch without results is free. */
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

/** The rest fails when due. */
const maxBatchesOfFailWaiting = 200;

/** Fails the waiting deliveries of a disabled endpoint in batches: there may be very many. */
export async function failWaiting({ endpoints }: WebhookParts, endpointId: string, at: Date): Promise<void> {
  for (let batch = 0; batch < maxBatchesOfFailWaiting; batch++) {
    const failed = await endpoints.failWaiting(endpointId, at, deliveriesPerBatch);
    if (failed < deliveriesPerBatch) return;
  }
}

export type SentTest = { eventId: string; deliveryId: string };

const maxTests = 10;

const withinMs = minuteMs;

/**
 * Sends a test event to an endpoint, even if its kinds do not include it; signed, retried and logged like any other.
 *
 * @throws CheckoutError WEBHOOK_ENDPOINT_NOT_FOUND, WEBHOOK_ENDPOINT_DISABLED, RATE_LIMIT_EXCEEDED
 */
export function sendTestEvent(
  deps: WebhookParts,
  by: ProjectActor,
  endpointId: string,
  keep: Keep<SentTest> = null,
): Promise<SentTest> {
  return deps.endpoints.transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, by, endpointId);
    if (endpoint.disabledAt !== null) throw endpointDisabled();
    const now = deps.clock.now();
    const tests = await tx.testsSince(endpoint, new Date(now.getTime() - withinMs));
    const freed = tests.at(-maxTests);
    if (freed !== undefined) {
      const waitMs = freed.getTime() + withinMs - now.getTime();
      throw new CheckoutError("RATE_LIMIT_EXCEEDED", fault("webhooks.mostTests", { most: maxTests }), {
        retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
      });
    }
    const eventId = deps.newId("evt");
    const body = testEventBody(eventId, endpointId, now);
    const { deliveryId } = await tx.insertTest(endpoint, { id: eventId, body, createdAt: now });
    await tx.audit(endpointEntry(by, "tested", endpointId, { eventId }, now));
    if (keep !== null) await tx.complete(keep({ eventId, deliveryId }));
    return { eventId, deliveryId };
  });
}
