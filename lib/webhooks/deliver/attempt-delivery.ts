import type { Clock } from "@/lib/platform/clock";
import { nextAttemptAt } from "@/lib/webhooks/webhook-schedule.rules";
import type { WebhookResponse, WebhookSender } from "@/lib/webhooks/webhook-sender.port";
import type { ClaimedDelivery, DeliveryAttempt, DeliveryResult } from "@/lib/webhooks/webhook-store.port";

/**
 * The meaning of an answer: any 2xx is delivered, 410 disables the endpoint, everything else is retried.
 *
 * @param attemptsMade since the schedule began, including this one
 */
export function judgeAnswer(
  response: WebhookResponse,
  attemptsMade: number,
  attempt: { startedAt: Date; endedAt: Date },
  random: number,
): DeliveryResult {
  if (response.kind === "answered" && response.statusCode >= 200 && response.statusCode < 300)
    return { kind: "delivered" };
  if (response.kind === "answered" && response.statusCode === 410) return { kind: "gone" };
  const retryAfterMs =
    response.kind === "answered" && [429, 503].includes(response.statusCode) ? response.retryAfterMs : null;
  const asked = retryAfterMs === null ? null : { answeredAt: attempt.endedAt, retryAfterMs };
  const at = nextAttemptAt(attemptsMade, attempt.startedAt, random, asked);
  return at === null ? { kind: "exhausted" } : { kind: "retry", at };
}

const timeoutMs = 15_000;

/** Longer than an attempt and its record can take, so that a lease ends only after its worker died. */
export const leaseMs = timeoutMs + 15_000;

export type AttemptDeps = {
  clock: Clock;
  webhookSender: WebhookSender;
  /** In [0, 1); spreads retries. */
  random: () => number;
};

/** A finished attempt, with the delivery as claimed. */
export type OwnFinished = {
  delivery: ClaimedDelivery;
  attempt: DeliveryAttempt;
  result: DeliveryResult;
  /** We could not read its secret: the operator has to act, not the merchant. */
  isOwnFault: boolean;
};

/** Posts a delivery once. Never throws: every error is a failed attempt. */
export async function attemptDelivery(
  { clock, webhookSender, random }: AttemptDeps,
  delivery: ClaimedDelivery,
): Promise<OwnFinished> {
  const { url, eventId, body, secrets } = delivery;
  const startedAt = clock.now();
  const isOwnFault = secrets.length === 0;
  const response: WebhookResponse = isOwnFault
    ? {
        kind: "failed",
        error: "the endpoint's secret cannot be read: is DATA_KEY the one it was sealed under?",
      }
    : await webhookSender
        .post({ url, eventId, body, secrets, at: startedAt, timeoutMs })
        .catch(() => ({ kind: "failed", error: "the request could not be made" }) as const);
  const durationMs = Math.max(0, clock.now().getTime() - startedAt.getTime());
  const endedAt = new Date(startedAt.getTime() + durationMs);
  const number = delivery.attemptsMade + 1;
  return {
    delivery,
    isOwnFault,
    attempt: {
      number,
      startedAt,
      durationMs,
      statusCode: response.kind === "answered" ? response.statusCode : null,
      error: response.kind === "failed" ? response.error : null,
      responseBody: response.kind === "answered" ? response.body : null,
    },
    result: judgeAnswer(response, number - delivery.scheduleStart, { startedAt, endedAt }, random()),
  };
}
