import "server-only";
import { leaseNames, outboxCreated, refundsDue, relayDue, settlementDue } from "@/inngest/events";
import type { WakeUp } from "@/inngest/in-process";
import { requestPass } from "@/inngest/turn";
import { getWork } from "@/lib/api/wiring/work";
import type { DueWork } from "@/lib/platform/due-work";
import { perProcess } from "@/lib/platform/process/per-process";
import { wake } from "./wake";

/** Under load one wake-up covers all events of this span: delivery takes everything due. */
const coalesceMs = 50;

const getDelivery = perProcess("delivery-wake", () => ({
  lastWokenAt: Number.NEGATIVE_INFINITY,
  waking: false,
}));

/** Wakes due work. Only a hint: it is in Postgres and upkeep finds it, so no request waits for this or fails by it. */
export function wakeDue(due: DueWork): void {
  if (due === "deliver") {
    wakeDeliverySoon();
    return;
  }
  const { work, chainId } = due;
  const { lease, trigger } = ofChain[work];
  wakeHolder(lease(chainId), trigger.create({ chainId }));
}

const ofChain = {
  settle: { lease: leaseNames.settle, trigger: settlementDue },
  refund: { lease: leaseNames.refund, trigger: refundsDue },
  relay: { lease: leaseNames.relay, trigger: relayDue },
};

/** At once, or a moment later if it was just woken. */
function wakeDeliverySoon(): void {
  const delivery = getDelivery();
  if (delivery.waking) return;
  const waitMs = delivery.lastWokenAt + coalesceMs - performance.now();
  if (waitMs <= 0) {
    wakeDelivery();
    return;
  }
  delivery.waking = true;
  setTimeout(wakeDelivery, waitMs);
}

function wakeDelivery(): void {
  // Cleared before sending: a later event requests its own wake-up.
  Object.assign(getDelivery(), { waking: false, lastWokenAt: performance.now() });
  const { instanceId, log, webhookDelivery } = getWork();
  if (!requestPass(leaseNames.deliver(instanceId))) {
    send(outboxCreated.create({}));
    return;
  }
  // The turn waits for the loop, which starts at once.
  webhookDelivery.deliver(0).catch((error: unknown) => {
    log.warn({ error }, "could not wake webhook delivery; upkeep will find due webhooks");
  });
}

/** Requests a pass from the work's holder, or starts a run without one. */
function wakeHolder(leaseName: string, event: WakeUp): void {
  if (requestPass(leaseName)) return;
  const { workLeases } = getWork();
  void workLeases
    .wake(leaseName)
    .catch(() => false)
    .then((isHeld) => {
      if (!isHeld) send(event);
    });
}

function send(event: WakeUp): void {
  wake(event).catch((error: unknown) => {
    getWork().log.warn({ error }, "could not wake work; upkeep will find it");
  });
}
