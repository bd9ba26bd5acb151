import { nextAttemptAt } from "@/lib/core/webhook-schedule";
import type { Clock } from "./ports/clock";
import type { Log } from "./ports/log";
import type { WebhookResponse, WebhookSender } from "./ports/webhook-sender";
import type { ClaimedDelivery, DeliveryResult, WebhookStore } from "./ports/webhook-store";

const batchSize = 25;
const timeoutMs = 15_000;
/** Longer than an attempt can take, so that a lease ends only when its worker did. */
const leaseMs = timeoutMs + 15_000;

export type DeliverDeps = {
  clock: Clock;
  log: Log;
  webhooks: WebhookStore;
  webhookSender: WebhookSender;
  /** In [0, 1); spreads retries. */
  random: () => number;
};

/**
 * Sends the deliveries that are due, each alone: no receiver waits for another one's event.
 *
 * @returns how many were due, and when the next one is
 */
export async function deliverWebhooks(
  deps: DeliverDeps,
): Promise<{ attempted: number; nextDueAt: Date | null }> {
  const claimed = await deps.webhooks.claimDue(deps.clock.now(), leaseMs, batchSize);
  await Promise.all(claimed.map((delivery) => deliver(deps, delivery)));
  return { attempted: claimed.length, nextDueAt: await deps.webhooks.nextDueAt() };
}

async function deliver(deps: DeliverDeps, delivery: ClaimedDelivery): Promise<void> {
  const startedAt = deps.clock.now();
  const { url, eventId, body, secrets } = delivery;
  const response: WebhookResponse =
    secrets.length === 0
      ? {
          kind: "failed",
          error: "the endpoint's secret cannot be read: is DATA_KEY the one it was sealed under?",
        }
      : await deps.webhookSender.post({ url, eventId, body, secrets, at: startedAt, timeoutMs });
  const number = delivery.attemptsMade + 1;
  const attempt = {
    number,
    startedAt,
    durationMs: deps.clock.now().getTime() - startedAt.getTime(),
    statusCode: response.kind === "answered" ? response.statusCode : null,
    error: response.kind === "failed" ? response.error : null,
    responseBody: response.kind === "answered" ? response.body : null,
  };
  const result = judge(response, number, startedAt, deps.random());
  const kept = await deps.webhooks.record(delivery, attempt, result);
  if (!kept)
    deps.log.warn(
      { deliveryId: delivery.id },
      "a delivery's lease was lost; another worker's attempt counts",
    );
}

/** What an answer means: any 2xx is delivered, 410 ends the endpoint, everything else is tried again. */
export function judge(
  response: WebhookResponse,
  attemptsMade: number,
  attemptedAt: Date,
  random: number,
): DeliveryResult {
  if (response.kind === "answered" && response.statusCode >= 200 && response.statusCode < 300)
    return { kind: "delivered" };
  if (response.kind === "answered" && response.statusCode === 410) return { kind: "gone" };
  const asked =
    response.kind === "answered" && [429, 503].includes(response.statusCode) ? response.retryAfterMs : null;
  const at = nextAttemptAt(attemptsMade, attemptedAt, random, asked);
  return at === null ? { kind: "exhausted" } : { kind: "retry", at };
}
