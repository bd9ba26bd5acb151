import "server-only";
import { getDeps } from "@/lib/server/deps";
import { inngest } from "./client";
import { outboxCreated, settlementDue } from "./events";

/** Under load one wake-up stands for all the events of this span: delivery takes whatever is due. */
const coalesceMs = 20;

let waking = false;

/**
 * Wakes webhook delivery after events were committed. Only a hint: what is due stands in Postgres, and the
 * minute's sweep finds it should this be lost, so no request waits for it or fails by it.
 */
export function tell(events: number): void {
  if (events === 0 || waking) return;
  waking = true;
  setTimeout(wake, coalesceMs);
}

function wake(): void {
  // Cleared before sending: an event committed from here on asks for a wake-up of its own.
  waking = false;
  send(outboxCreated.create({}));
}

/** Wakes settlement of a chain; the same kind of hint. */
export function tellSettlement(chainId: number): void {
  send(settlementDue.create({ chainId }));
}

function send(event: Parameters<typeof inngest.send>[0]): void {
  inngest.send(event).catch((error: unknown) => {
    getDeps().log.warn({ error }, "work could not be woken; the minute's sweep finds it");
  });
}
