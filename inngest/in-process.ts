import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { Cron } from "croner";
import type { Log } from "@/lib/platform/log";
import { takeTurn } from "./turn";
import type { Work, WorkData } from "./work";

/** The attempts of a run, as on an Inngest server that is given three retries. */
const maxAttempts = 4;
/** Before the second attempt; it doubles with each further one. */
const firstRetryMs = 1_000;

/** An event that starts work, created by the events in `events.ts`. */
export type WakeUp = { name: string; data?: WorkData };

export type InProcessDriver = {
  /** Starts the crons, and each of their works once. */
  startCrons(): void;
  /** Starts the work of the event, or requests another pass of its turn. */
  start(event: WakeUp): void;
  /** Starts no more, and waits this long for running work; `stopTurns` ends it. */
  stop(withinMs: number): Promise<void>;
};

export type InProcessOptions = {
  works: readonly Work[];
  log: Log;
  /** Works in place of an Inngest server, which takes the leases over. */
  isFallback?: boolean;
  /** Waits, unless it is stopped; tests pass their own. */
  wait?: (ms: number, stopped: AbortSignal) => Promise<unknown>;
};

const waitInTime = (ms: number, signal: AbortSignal) => sleep(ms, null, { signal }).catch(() => undefined);

/**
 * Starts the works in this process: an event is a function call. It stores nothing: the database holds all due work, and
 * upkeep finds what a stop, a crash or a last failed attempt has left. The leases keep the runs apart.
 */
export function createInProcessDriver(options: InProcessOptions): InProcessDriver {
  const { works, log, isFallback, wait = waitInTime } = options;
  const running = new Set<Promise<void>>();
  /** Leases of runs between two attempts. */
  const retrying = new Set<string>();
  const crons: Cron[] = [];
  const stopping = new AbortController();
  // An event comes from a request or a pass; the run that it starts must not inherit that context.
  const detached = AsyncLocalStorage.snapshot();

  function begin(work: Work, data: WorkData): void {
    if (stopping.signal.aborted) return;
    const run: Promise<void> = detached(() => runToEnd(work, data))
      .catch((error: unknown) => {
        log.error({ function: work.id, error }, "a background run failed; upkeep will find its work");
      })
      .finally(() => running.delete(run));
    running.add(run);
  }

  async function runToEnd(work: Work, data: WorkData): Promise<void> {
    const lease = work.lease(data);
    if (retrying.has(lease)) return;
    for (let attempt = 1; ; ) {
      try {
        const { needsAnother } = await takeTurn(lease, (turn) => work.run(turn, data), isFallback);
        if (!needsAnother) return;
        attempt = 1;
      } catch (error) {
        if (attempt === maxAttempts || stopping.signal.aborted) throw error;
        log.warn({ function: work.id, attempt, error }, "a background run failed; retrying");
        retrying.add(lease);
        await wait(firstRetryMs * 2 ** (attempt - 1), stopping.signal);
        retrying.delete(lease);
        attempt += 1;
      }
    }
  }

  return {
    startCrons() {
      for (const work of works) {
        if (!("cron" in work.trigger)) continue;
        crons.push(new Cron(work.trigger.cron, { timezone: "UTC", mode: "5-part" }, () => begin(work, {})));
        begin(work, {});
      }
    },
    start({ name, data = {} }) {
      for (const work of works) if ("event" in work.trigger && work.trigger.event === name) begin(work, data);
    },
    async stop(withinMs) {
      stopping.abort();
      for (const cron of crons) cron.stop();
      const isDone = await Promise.race([
        Promise.all(running).then(() => true),
        sleep(withinMs, false, { ref: false }),
      ]);
      if (!isDone) log.warn({ running: running.size }, "background work is still running");
    },
  };
}
