import type { Log } from "@/lib/platform/log";
import { endsWithin } from "@/lib/platform/time-limit";
import type { WebhookStore } from "@/lib/webhooks/webhook-store.port";
import {
  type AttemptDeps,
  attemptDelivery,
  createPostPlaces,
  endpointPlaces,
  leaseMs,
  type OwnFinished,
} from "./attempt-delivery";

const attemptsPerRecord = 500;
/** During posts, retries become due and leases of dead workers end. */
const pollIntervalMs = 1_000;
/** Another worker is claiming for the same endpoint, or its settings are being changed. */
const passedOverMs = 50;
const afterErrorMs = 500;

export type DeliverDeps = AttemptDeps & { log: Log; webhooks: WebhookStore };

export type DeliveryState =
  /** Nothing is due and nothing in progress; the next delivery is due at `nextDueAt`. */
  | { kind: "idle"; attempted: number; nextDueAt: Date | null }
  /** Work continues beyond the caller's time limit. */
  | { kind: "busy" }
  /** Work continues, and another caller waits for it. */
  | { kind: "joined" };

export type WebhookDelivery = {
  /**
   * Sends all due deliveries. One caller waits until nothing is in progress, `stayMs` at most; the others only wake the
   * loop. @throws the database's error when nothing was in progress
   */
  deliver(stayMs?: number): Promise<DeliveryState>;
  /** Claims nothing more, and waits for the posts in progress, `graceMs` at most. */
  stop(graceMs: number): Promise<void>;
};

/**
 * The delivery loop of one process: it claims due deliveries, posts, records, and claims again as places become free,
 * until nothing is left. No post waits for another one. All state is in Postgres: if the process dies, others send what
 * it had claimed when the leases end.
 */
export function createWebhookDelivery(deps: DeliverDeps): WebhookDelivery {
  const { clock, log, webhooks } = deps;
  const places = createPostPlaces();
  const finished: OwnFinished[] = [];
  /** Endpoints to claim for. */
  const claimable = new Set<string>();
  /** Endpoints with possibly more due deliveries than places. */
  const full = new Set<string>();
  let recordsSingly = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let nextDueAt: Date | null = null;
  let attempted = 0;
  let isWoken = false;
  let isStopped = false;
  let hasCompany = false;
  let running: Promise<DeliveryState> | null = null;
  const bell = createBell();

  function post(delivery: OwnFinished["delivery"]): void {
    attempted += 1;
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
      bell.ring();
    });
  }

  /** An attempt that cannot be stored is kept until its lease ends, so that it is not repeated. */
  async function record(): Promise<void> {
    const batch = finished.splice(0, recordsSingly ? 1 : attemptsPerRecord);
    if (batch.length === 0) return;
    try {
      const kept = await webhooks.record(batch);
      if (finished.length === 0) recordsSingly = false;
      for (const { delivery } of batch) {
        if (!kept.has(delivery.id)) warnOfLoss(delivery.id);
        if (full.delete(delivery.endpointId)) claimable.add(delivery.endpointId);
      }
    } catch (error) {
      // If the database rejects one record, the others are stored singly.
      recordsSingly = true;
      for (const attempt of batch) {
        if (attempt.delivery.leasedUntil > clock.now()) finished.push(attempt);
        else warnOfLoss(attempt.delivery.id);
      }
      throw error;
    }
  }

  function warnOfLoss(deliveryId: string): void {
    log.warn({ deliveryId }, "lost a delivery's lease; another worker's attempt counts");
  }

  async function claimDue(): Promise<void> {
    isWoken = false;
    const found = await webhooks.findDue(clock.now(), endpointPlaces);
    lookedAt = performance.now();
    nextDueAt = found.nextDueAt;
    for (const endpointId of found.endpointIds) claimable.add(endpointId);
  }

  /** @returns endpoints locked by another transaction */
  async function claim(): Promise<string[]> {
    const passedOver: string[] = [];
    for (;;) {
      const endpoints = places.share(claimable);
      if (endpoints.length === 0) return passedOver;
      const now = clock.now();
      const claimed = await webhooks.claim({ endpoints, now, leaseMs, places: endpointPlaces });
      for (const delivery of claimed.deliveries) post(delivery);
      for (const { id } of endpoints) claimable.delete(id);
      for (const endpointId of claimed.full) full.add(endpointId);
      passedOver.push(...claimed.passedOver);
    }
  }

  const isUnderWay = () => places.taken + finished.length > 0;

  /** @returns how long to sleep unless the bell rings; null when there is nothing to wait for */
  async function turn(): Promise<number | null> {
    await record();
    if (isStopped) return isUnderWay() ? pollIntervalMs : null;
    if (isWoken || !isUnderWay() || performance.now() - lookedAt >= pollIntervalMs) await claimDue();
    const passedOver = await claim();
    for (const endpointId of passedOver) claimable.add(endpointId);
    if (isWoken || finished.length > 0) return 0;
    if (passedOver.length > 0) return passedOverMs;
    return isUnderWay() ? pollIntervalMs : null;
  }

  async function run(): Promise<DeliveryState> {
    attempted = 0;
    for (;;) {
      bell.silence();
      const waitMs = await turn().catch((error: unknown) => {
        if (!isUnderWay()) {
          running = null;
          throw error;
        }
        log.warn({ error }, "could not claim or record webhooks; retrying");
        return afterErrorMs;
      });
      // While stopping, wake-ups are ignored.
      if (waitMs === null && (isStopped || !isWoken)) {
        // In the same tick as the last check of `isWoken`: a later wake-up starts a new run.
        running = null;
        full.clear();
        return { kind: "idle", attempted, nextDueAt };
      }
      await bell.wait(waitMs ?? 0);
    }
  }

  function begin(): Promise<DeliveryState> {
    const work = run();
    // The waiting caller may have left.
    work.catch((error: unknown) => {
      log.warn({ error }, "could not look for due webhooks; the next wake-up retries");
    });
    return work;
  }

  return {
    async deliver(stayMs) {
      isWoken = true;
      bell.ring();
      running ??= begin();
      if (hasCompany) return { kind: "joined" };
      const work = running;
      hasCompany = true;
      try {
        if (stayMs !== undefined && !(await endsWithin(stayMs, work))) return { kind: "busy" };
        return await work;
      } finally {
        hasCompany = false;
      }
    },
    async stop(graceMs) {
      isStopped = true;
      bell.ring();
      if (running !== null) await endsWithin(graceMs, running);
    },
  };
}

/** A condition to wait for that may be signalled before the wait begins. */
function createBell() {
  let hasRung = false;
  let wake: () => void = () => undefined;
  return {
    ring() {
      hasRung = true;
      wake();
    },
    silence() {
      hasRung = false;
    },
    /** Resolves when the bell rings, at once if it rang since the last silence, and after `ms` at the latest. */
    wait(ms: number): Promise<void> {
      if (hasRung) return Promise.resolve();
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
  };
}
