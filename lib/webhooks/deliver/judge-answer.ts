import { nextAttemptAt } from "@/lib/webhooks/webhook-schedule.rules";
import type { WebhookResponse } from "@/lib/webhooks/webhook-sender.port";
import type { DeliveryResult } from "@/lib/webhooks/webhook-store.port";

/**
 * What an answer means: any 2xx is delivered, 410 ends the endpoint, everything else is tried again.
 *
 * @param attemptsMade since the schedule began, this one included
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
