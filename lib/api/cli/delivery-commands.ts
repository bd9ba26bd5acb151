import { getDelivery } from "@/lib/webhooks/endpoints/get-delivery";
import { listDeliveries } from "@/lib/webhooks/endpoints/list-deliveries";
import { replayDelivery } from "@/lib/webhooks/endpoints/replay-delivery";
import { replayFailed } from "@/lib/webhooks/endpoints/replay-failed";
import type { DeliveryView } from "@/lib/webhooks/webhook-delivery-log.port";
import { listDeliveriesQuery, replayRange } from "@/lib/webhooks/webhook-endpoint.schema";
import type { DeliveryAttempt } from "@/lib/webhooks/webhook-store.port";
import type { AdminCommand } from "./command";
import { parseOptions } from "./parse-options";
import { printable } from "./printable";

const own = { id: true, project: true } as const;
const shown = 100;

/** What was sent to webhook endpoints, and sending it again. */
export const deliveryCommands = {
  "webhooks log": {
    usage:
      "ENDPOINT --project ID [--status S] [--kind K] [--checkout ID] [--from T] [--to T] [--after DELIVERY]",
    needs: own,
    takes: ["status", "kind", "from", "to", "after"],
    reads: true,
    run: async (deps, { id, project, checkout, options }) => {
      const { status, kind, from, to, after } = options;
      const asked = { status, kind, from, to, after, checkoutId: checkout ?? undefined, take: shown };
      const query = parseOptions(listDeliveriesQuery, asked);
      const { deliveries, next } = await listDeliveries(deps, project ?? "", id, query);
      const more = next === null ? [] : [`… older ones with --after ${next}`];
      return deliveries.length + more.length === 0
        ? ["There is none."]
        : [...deliveries.map(toLine), ...more];
    },
  },
  "webhooks delivery": {
    usage: "DELIVERY --project ID   what was sent, and every answer",
    needs: own,
    reads: true,
    run: async (deps, { id, project }) => {
      const { body, url, attempts, ...delivery } = await getDelivery(deps, project ?? "", id);
      const next =
        delivery.status === "PENDING" ? [`    next attempt ${delivery.nextAttemptAt.toISOString()}`] : [];
      return [toLine(delivery), `    to ${printable(url)}`, ...next, body, ...attempts.map(toAttempt)];
    },
  },
  "webhooks replay": {
    usage: "DELIVERY --project ID   sends it again, also one that was delivered",
    needs: own,
    run: async (deps, { id, project }) => {
      const { replayed } = await replayDelivery(deps, { projectId: project ?? "", userId: null }, id);
      return [replayed === 1 ? `${id}: is sent again.` : `${id}: is just being sent.`];
    },
  },
  "webhooks replay-failed": {
    usage:
      "ENDPOINT --project ID --from T --to T   sends again what failed, and what it missed while it was disabled",
    needs: own,
    takes: ["from", "to"],
    run: async (deps, { id, project, options: { from, to } }) => {
      const range = parseOptions(replayRange, { from, to });
      const by = { projectId: project ?? "", userId: null };
      const { replayed, missed, complete } = await replayFailed(deps, by, id, range);
      const more = complete ? [] : ["There are more: say it again."];
      return [`${replayed} that failed and ${missed} that were missed are sent.`, ...more];
    },
  },
} as const satisfies Record<string, AdminCommand>;

function toLine({ id, status, kind, checkoutId, createdAt, ...view }: DeliveryView): string {
  const answer = view.lastStatusCode ?? (view.lastError === null ? "" : printable(view.lastError));
  const attempts = `${view.attemptCount} ${view.attemptCount === 1 ? "attempt" : "attempts"}`;
  return [createdAt.toISOString(), id, status, kind, checkoutId ?? "-", attempts, answer]
    .join("  ")
    .trimEnd();
}

function toAttempt({
  number,
  startedAt,
  durationMs,
  statusCode,
  error,
  responseBody,
}: DeliveryAttempt): string {
  const end = statusCode ?? printable(error ?? "no answer");
  const head = `attempt ${number}  ${startedAt.toISOString()}  ${durationMs} ms  ${end}`;
  return responseBody === null || responseBody === "" ? head : `${head}\n${printable(responseBody)}`;
}
