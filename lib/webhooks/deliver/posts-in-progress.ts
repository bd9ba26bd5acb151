import type { ClaimedDelivery, EndpointClaim } from "@/lib/webhooks/webhook-store.port";
import { attemptDelivery, createPostPlaces, type DeliveryParts, type OwnFinished } from "./attempt-delivery";

const attemptsPerRecord = 500;

export type PostsInProgress = {
  /** Posts begun since the process started. */
  readonly begun: number;
  /** Whether a post has no answer yet, or an attempt is not stored yet. */
  isUnderWay(): boolean;
  /** Whether attempts wait to be recorded. */
  hasFinished(): boolean;
  /** Which of these endpoints may claim now, and how many. */
  share(endpointIds: Iterable<string>): EndpointClaim[];
  post(delivery: ClaimedDelivery): void;
  /**
   * Stores finished attempts. An attempt that cannot be stored is kept until its lease ends, so that it is not repeated.
   *
   * @returns the endpoints of the stored attempts
   */
  record(): Promise<string[]>;
};

/** The worker: posts claimed deliveries, and records the attempts in batches. No post waits for another one. */
export function createPostsInProgress(deps: DeliveryParts, onFinished: () => void): PostsInProgress {
  const { clock, log, webhooks } = deps;
  const places = createPostPlaces();
  const finished: OwnFinished[] = [];
  let recordsSingly = false;
  let begun = 0;

  function warnOfLoss(deliveryId: string): void {
    log.warn({ deliveryId }, "lost a delivery's lease; another worker's attempt counts");
  }

  return {
    get begun() {
      return begun;
    },
    isUnderWay: () => places.taken + finished.length > 0,
    hasFinished: () => finished.length > 0,
    share: places.share,
    post(delivery) {
      begun += 1;
      places.take(delivery);
      void attemptDelivery(deps, delivery).then((attempt) => {
        places.giveBack(delivery);
        const { eventId, kind, requestId } = delivery;
        const { statusCode, error, durationMs } = attempt.attempt;
        log.debug?.({ requestId, eventId, kind, statusCode, error, durationMs }, "webhook attempt");
        if (attempt.isOwnFault)
          log.error(
            { deliveryId: delivery.id, endpointId: delivery.endpointId },
            "could not sign a webhook: its endpoint's secret is sealed with another DATA_KEY",
          );
        finished.push(attempt);
        onFinished();
      });
    },
    async record() {
      const batch = finished.splice(0, recordsSingly ? 1 : attemptsPerRecord);
      if (batch.length === 0) return [];
      try {
        const kept = await webhooks.record(batch);
        if (finished.length === 0) recordsSingly = false;
        for (const { delivery } of batch) if (!kept.has(delivery.id)) warnOfLoss(delivery.id);
        return batch.map(({ delivery }) => delivery.endpointId);
      } catch (error) {
        // If the database rejects one record, the others are stored singly.
        recordsSingly = true;
        for (const attempt of batch) {
          if (attempt.delivery.leasedUntil > clock.now()) finished.push(attempt);
          else warnOfLoss(attempt.delivery.id);
        }
        throw error;
      }
    },
  };
}
