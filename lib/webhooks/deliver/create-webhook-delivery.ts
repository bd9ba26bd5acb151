import { endsWithin } from "@/lib/platform/time-limit";
import type { DeliveryParts } from "./attempt-delivery";
import { createEndpointClaims } from "./endpoint-claims";
import { createPostsInProgress } from "./posts-in-progress";

/** During posts, retries become due and leases of dead workers end. */
const pollIntervalMs = 1_000;
/** Another worker is claiming for the same endpoint, or its settings are being changed. */
const passedOverMs = 50;
const afterErrorMs = 500;

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
 * until nothing is left. All state is in Postgres: if the process dies, others send what it had claimed when the leases
 * end.
 */
export function createWebhookDelivery(deps: DeliveryParts): WebhookDelivery {
  const { log } = deps;
  const bell = createBell();
  const posts = createPostsInProgress(deps, bell.ring);
  const claims = createEndpointClaims(deps, posts);
  let isWoken = false;
  let isStopped = false;
  let hasCompany = false;
  let running: Promise<DeliveryState> | null = null;

  /** @returns how long to sleep unless the bell rings; null when there is nothing to wait for */
  async function turn(): Promise<number | null> {
    await recordAndClaim();
    if (isStopped) return posts.isUnderWay() ? pollIntervalMs : null;
    if (isWoken || !posts.isUnderWay() || claims.msSinceSearch() >= pollIntervalMs) {
      isWoken = false;
      await claims.findDueEndpoints();
    } else if (posts.hasFinished()) return 0;
    const hasPassedOver = await claims.claim();
    if (isWoken || posts.hasFinished()) return 0;
    if (hasPassedOver) return passedOverMs;
    return posts.isUnderWay() ? pollIntervalMs : null;
  }

  /** Records, and meanwhile claims for the endpoints that earlier records opened again. */
  async function recordAndClaim(): Promise<void> {
    const results = await Promise.allSettled([posts.record(), isStopped ? null : claims.claim()]);
    const [recorded] = results;
    if (recorded.status === "fulfilled") claims.reopen(recorded.value);
    for (const result of results) if (result.status === "rejected") throw result.reason;
  }

  async function run(): Promise<DeliveryState> {
    const begunBefore = posts.begun;
    for (;;) {
      bell.silence();
      const waitMs = await turn().catch((error: unknown) => {
        if (!posts.isUnderWay()) {
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
        claims.forgetFull();
        return { kind: "idle", attempted: posts.begun - begunBefore, nextDueAt: claims.nextDueAt };
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
