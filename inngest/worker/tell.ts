import "server-only";
import { outboxCreated, refundsDue, relayDue, settlementDue } from "@/inngest/events";
import { requestLook } from "@/inngest/turn";
import { getDeps } from "@/lib/api/deps";
import { leaseNames } from "./leases";
import { type WakeUp, wake } from "./wake";

/** Under load one wake-up stands for all the events of this span: delivery takes whatever is due. */
const coalesceMs = 50;

let lastWokenAt = Number.NEGATIVE_INFINITY;
let waking = false;

/**
 * Wakes webhook delivery after events were committed: at once, or a moment later when it was woken just now.
 * Only a hint: what is due stands in Postgres, and upkeep finds it should this be lost, so no request waits for it or
 * fails by it.
 */
export function tell(events: number): void {
  if (events === 0 || waking) return;
  const waitMs = lastWokenAt + coalesceMs - performance.now();
  if (waitMs <= 0) {
    wakeDelivery();
    return;
  }
  waking = true;
  setTimeout(wakeDelivery, waitMs);
}

function wakeDelivery(): void {
  // Cleared before sending: an event committed from here on asks for a wake-up of its own.
  waking = false;
  lastWokenAt = performance.now();
  const { instanceId, log, webhookDelivery } = getDeps();
  if (!requestLook(leaseNames.deliver(instanceId))) {
    send(outboxCreated.create({}));
    return;
  }
  // The turn stays with the loop; that one looks at once.
  webhookDelivery.deliver(0).catch((error: unknown) => {
    log.warn({ error }, "webhooks could not be looked for; upkeep finds them");
  });
}

/** Wakes settlement of a chain; the same kind of hint. */
export function tellSettlement(chainId: number): void {
  wakeHolder(leaseNames.settle(chainId), settlementDue.create({ chainId }));
}

/** Wakes the submission of signed payments on a chain; the same kind of hint. */
export function tellRelay(chainId: number): void {
  wakeHolder(leaseNames.relay(chainId), relayDue.create({ chainId }));
}

/** Wakes the sending of refunds on a chain; the same kind of hint. */
export function tellRefunds(chainId: number): void {
  wakeHolder(leaseNames.refund(chainId), refundsDue.create({ chainId }));
}

/** Requests a look of the instance that does the work, or has a run started where none does. */
function wakeHolder(leaseName: string, event: WakeUp): void {
  if (requestLook(leaseName)) return;
  const { workLeases } = getDeps();
  void workLeases
    .wake(leaseName)
    .catch(() => false)
    .then((isHeld) => {
      if (!isHeld) send(event);
    });
}

function send(event: WakeUp): void {
  wake(event).catch((error: unknown) => {
    getDeps().log.warn({ error }, "work could not be woken; upkeep finds it");
  });
}
