import "server-only";
import { getDeps } from "@/lib/server/deps";
import { inngest } from "./client";
import { outboxCreated } from "./events";

/**
 * Wakes webhook delivery after events were committed. Only a hint: what is due stands in Postgres, and the
 * minute's sweep finds it should this be lost, so no request waits for it or fails by it.
 */
export function tell(events: number): void {
  if (events === 0) return;
  inngest.send(outboxCreated.create({})).catch((error: unknown) => {
    getDeps().log.warn({ error }, "webhook delivery could not be woken; the next sweep finds the events");
  });
}
