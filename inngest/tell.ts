import "server-only";
import { getDeps } from "@/lib/server/deps";
import { inngest } from "./client";
import { outboxCreated, refundsDue, relayDue, settlementDue } from "./events";

/** Under load one wake-up stands for all the events of this span: delivery takes whatever is due. */
const coalesceMs = 50;

let lastWokenAt = Number.NEGATIVE_INFINITY;
let waking = false;

/**
 * Wakes webhook delivery after events were committed: at once, or a moment later when it was woken just now.
 * Only a hint: what is due stands in Postgres, and the minute's sweep finds it should this be lost, so no
 * request waits for it or fails by it.
 */
export function tell(events: number): void {
  if (events === 0 || waking) return;
  const waitMs = lastWokenAt + coalesceMs - performance.now();
  if (waitMs <= 0) {
    wake();
    return;
  }
  waking = true;
  setTimeout(wake, waitMs);
}

function wake(): void {
  // Cleared before sending: an event committed from here on asks for a wake-up of its own.
  waking = false;
  lastWokenAt = performance.now();
  send(outboxCreated.create({}));
}

/** Wakes settlement of a chain; the same kind of hint. */
export function tellSettlement(chainId: number): void {
  send(settlementDue.create({ chainId }));
}

/** Wakes the handing in of signed payments on a chain; the same kind of hint. */
export function tellRelay(chainId: number): void {
  send(relayDue.create({ chainId }));
}

/** Wakes the sending of refunds on a chain; the same kind of hint. */
export function tellRefunds(chainId: number): void {
  send(refundsDue.create({ chainId }));
}

function send(event: Parameters<typeof inngest.send>[0]): void {
  inngest.send(event).catch((error: unknown) => {
    getDeps().log.warn({ error }, "work could not be woken; the minute's sweep finds it");
  });
}
