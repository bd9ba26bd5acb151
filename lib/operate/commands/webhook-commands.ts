import { alignColumns } from "@/lib/platform/values/text.rules";
import { getDelivery, listDeliveries } from "@/lib/webhooks/endpoints/read-endpoints";
import { listDeliveriesQuery, replayRange } from "@/lib/webhooks/endpoints/webhook-endpoint.schema";
import { replayDelivery, replayFailed } from "@/lib/webhooks/replay-deliveries";
import type { DeliveryAttempt, DeliveryView } from "@/lib/webhooks/webhook-store.port";
import { type AdminCommand, parseOptions } from "./command";

const maxRows = 100;

/** Lists and replays webhook deliveries. */
export const deliveryCommands = {
  "webhooks log": {
    usage:
      "ENDPOINT --project ID [--status S] [--kind K] [--checkout ID] [--from T] [--to T] [--after DELIVERY]",
    says: "lists an endpoint's newest deliveries, 100 at a time",
    reads: true,
    run: async (deps, { id, project, checkout, options }) => {
      const { status, kind, from, to, after } = options;
      const filter = { status, kind, from, to, after, checkoutId: checkout ?? undefined, take: maxRows };
      const query = parseOptions(listDeliveriesQuery, filter);
      const { deliveries, next } = await listDeliveries(deps, project ?? "", id, query);
      const more = next === null ? [] : [`… for older deliveries, add --after ${next}`];
      return deliveries.length + more.length === 0
        ? ["No deliveries found."]
        : [...alignColumns(deliveries.map(toCells)), ...more];
    },
  },
  "webhooks delivery": {
    usage: "DELIVERY --project ID",
    says: "shows what was sent and every response",
    reads: true,
    run: async (deps, { id, project }) => {
      const { body, url, attempts, ...delivery } = await getDelivery(deps, project ?? "", id);
      const next =
        delivery.status === "PENDING" ? [`    next attempt ${delivery.nextAttemptAt.toISOString()}`] : [];
      return [
        toCells(delivery).join("  ").trimEnd(),
        `    to ${url}`,
        ...next,
        body,
        ...attempts.flatMap(toAttempt),
      ];
    },
  },
  "webhooks replay": {
    usage: "DELIVERY --project ID",
    says: "sends a delivery again, even if it was delivered",
    run: async (deps, { id, project }) => {
      const { replayed } = await replayDelivery(deps, { projectId: project ?? "", userId: null }, id);
      return [replayed === 1 ? `${id}: sending again.` : `${id}: is already being sent.`];
    },
  },
  "webhooks replay-failed": {
    usage: "ENDPOINT --project ID --from T --to T",
    says: "sends failed deliveries again, and events missed while disabled",
    run: async (deps, { id, project, options: { from, to } }) => {
      const range = parseOptions(replayRange, { from, to });
      const by = { projectId: project ?? "", userId: null };
      const { replayed, missed, complete } = await replayFailed(deps, by, id, range);
      const more = complete ? [] : ["There are more. Run the command again to send them."];
      return [`Sending ${replayed} failed and ${missed} missed events.`, ...more];
    },
  },
} as const satisfies Record<string, AdminCommand>;

function toCells({ id, status, kind, checkoutId, createdAt, ...view }: DeliveryView): string[] {
  const answer = view.lastStatusCode ?? (view.lastError === null ? "" : view.lastError);
  const attempts = `${view.attemptCount} ${view.attemptCount === 1 ? "attempt" : "attempts"}`;
  return [createdAt.toISOString(), id, status, kind, checkoutId ?? "-", attempts, String(answer)];
}

function toAttempt({
  number,
  startedAt,
  durationMs,
  statusCode,
  error,
  responseBody,
}: DeliveryAttempt): string[] {
  const end = statusCode ?? error ?? "no response";
  const head = `attempt ${number}  ${startedAt.toISOString()}  ${durationMs} ms  ${end}`;
  return responseBody === null || responseBody === "" ? [head] : [head, responseBody];
}
