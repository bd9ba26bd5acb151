import type { Clock } from "@/lib/platform/clock";
import type { Log } from "@/lib/platform/log";
import { traced } from "@/lib/platform/tracing";
import { nextAttemptAt } from "@/lib/webhooks/webhook-schedule.rules";
import type {
  ClaimedDelivery,
  DeliveryAttempt,
  DeliveryResult,
  EndpointClaim,
  EndpointPlaces,
  WebhookResponse,
  WebhookSender,
  WebhookStore,
} from "@/lib/webhooks/webhook-store.port";

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
  const retryAfter = retryAfterMs === null ? null : { answeredAt: attempt.endedAt, retryAfterMs };
  const at = nextAttemptAt(attemptsMade, attempt.startedAt, random, retryAfter);
  return at === null ? { kind: "exhausted" } : { kind: "retry", at };
}

const timeoutMs = 15_000;

/** Longer than an attempt and its record can take, so that a lease ends only after its worker died. */
export const leaseMs = timeoutMs + 15_000;

/** What deliveries are sent with. */
export type DeliveryParts = {
  clock: Clock;
  log: Log;
  webhooks: WebhookStore;
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
  { clock, webhookSender, random }: DeliveryParts,
  delivery: ClaimedDelivery,
): Promise<OwnFinished> {
  const { url, eventId, body, requestId, secrets } = delivery;
  const startedAt = clock.now();
  const isOwnFault = secrets.length === 0;
  let response: WebhookResponse;
  try {
    response = isOwnFault
      ? {
          kind: "failed",
          error: "the endpoint's secret cannot be read: is DATA_KEY the one it was sealed under?",
        }
      : await traced(
          "deliver webhook",
          () => webhookSender.post({ url, eventId, body, requestId, secrets, at: startedAt, timeoutMs }),
          { "event.id": eventId },
          requestId,
        );
  } catch {
    response = { kind: "failed", error: "the request could not be made" };
  }
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

/**
 * Concurrent posts to one endpoint over all instances. First attempts have places of their own, so that retries never
 * delay them. A failing endpoint has few places for retries, so that it costs little.
 */
export const endpointPlaces: EndpointPlaces = { firstAttempts: 50, retries: 10, retriesWhileFailing: 2 };

/** Concurrent posts of one process. */
const firstAttemptsAtOnce = 700;
const retriesAtOnce = 300;
/** One endpoint may take a tenth of the free places, so that hanging posts leave some to others. */
const freePerEndpoint = 10;
const endpointsPerClaim = 200;

type Post = Pick<ClaimedDelivery, "endpointId" | "attemptsMade">;

/** The places for posts of one process, divided so that endpoints that never answer leave some to others. */
export type PostPlaces = {
  /** Posts in progress. */
  readonly taken: number;
  take(post: Post): void;
  giveBack(post: Post): void;
  /** Which of these endpoints may claim now, and how many. */
  share(endpointIds: Iterable<string>): EndpointClaim[];
};

export function createPostPlaces(): PostPlaces {
  const firstAttempts = createPool(firstAttemptsAtOnce);
  const retries = createPool(retriesAtOnce);
  const poolOf = ({ attemptsMade }: Post) => (attemptsMade === 0 ? firstAttempts : retries);
  return {
    get taken() {
      return firstAttempts.taken + retries.taken;
    },
    take: (post) => poolOf(post).add(post.endpointId, 1),
    giveBack: (post) => poolOf(post).add(post.endpointId, -1),
    share(wanting) {
      const endpointIds = [...wanting].filter((id) => firstAttempts.roomFor(id) + retries.roomFor(id) > 0);
      const giveFirst = firstAttempts.shareAmong(endpointIds.length);
      const giveRetries = retries.shareAmong(endpointIds.length);
      return endpointIds
        .slice(0, endpointsPerClaim)
        .map((id) => ({ id, firstAttempts: giveFirst(id), retries: giveRetries(id) }))
        .filter((claim) => claim.firstAttempts + claim.retries > 0);
    },
  };
}

function createPool(size: number) {
  const underWay = new Map<string, number>();
  let taken = 0;
  const roomFor = (endpointId: string, free = size - taken) => {
    const limit = Math.min(free, Math.max(1, Math.floor(free / freePerEndpoint)));
    return Math.max(0, limit - (underWay.get(endpointId) ?? 0));
  };
  return {
    get taken() {
      return taken;
    },
    add(endpointId: string, count: 1 | -1) {
      taken += count;
      const left = (underWay.get(endpointId) ?? 0) + count;
      if (left === 0) underWay.delete(endpointId);
      else underWay.set(endpointId, left);
    },
    roomFor,
    /** @returns a function that gives each endpoint an equal share of the free places */
    shareAmong(endpoints: number) {
      let free = size - taken;
      const each = Math.max(1, Math.floor(free / (endpoints + freePerEndpoint)));
      return (endpointId: string) => {
        const given = Math.min(roomFor(endpointId, free), each);
        free -= given;
        return given;
      };
    },
  };
}
