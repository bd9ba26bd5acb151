import { alignColumns } from "@/lib/platform/values/text.rules";
import {
  createEndpoint,
  deleteEndpoint,
  disableEndpoint,
  enableEndpoint,
  rotateSecret,
  updateEndpoint,
} from "@/lib/webhooks/endpoints/manage-endpoints";
import {
  getDelivery,
  getEndpoint,
  listDeliveries,
  listEndpoints,
} from "@/lib/webhooks/endpoints/read-endpoints";
import {
  createWebhookEndpointBody,
  listDeliveriesQuery,
  replayRange,
  updateWebhookEndpointBody,
} from "@/lib/webhooks/endpoints/webhook-endpoint.schema";
import type { WebhookEndpoint } from "@/lib/webhooks/endpoints/webhook-endpoint.store";
import { eventKinds } from "@/lib/webhooks/events.rules";
import { replayDelivery, replayFailed, sendTestEvent } from "@/lib/webhooks/replay-deliveries";
import type { DeliveryAttempt, DeliveryView } from "@/lib/webhooks/webhook-store.port";
import { type AdminArguments, type AdminCommand, operatorIn, parseOptions } from "./command";

const maxRows = 100;

/** Lists and replays webhook deliveries. */
const deliveryCommands = {
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

const onceOnly = "We show it only once.";

/** A project's webhook endpoints and their deliveries. */
export const webhookCommands = {
  "webhooks list": {
    usage: "--project ID",
    says: "lists the project's endpoints",
    reads: true,
    run: async (deps, given) => {
      const endpoints = await listEndpoints(deps, operatorIn(given).projectId);
      return endpoints.length === 0 ? ["The project has no webhook endpoints."] : endpoints.flatMap(toText);
    },
  },
  "webhooks show": {
    usage: "ENDPOINT --project ID",
    says: "shows an endpoint and when its secrets became active",
    reads: true,
    run: async (deps, given) => {
      const { endpoint, secrets } = await getEndpoint(deps, operatorIn(given).projectId, given.id);
      const lines = secrets.map(({ createdAt, expiresAt }) => {
        const until = expiresAt === null ? "" : ` until ${expiresAt.toISOString()}`;
        return `    secret active since ${createdAt.toISOString()}${until}`;
      });
      return [...toText(endpoint), ...lines];
    },
  },
  "webhooks create": {
    usage: "--project ID --url URL [--kinds KIND,KIND|all] [--description TEXT]",
    says: "creates an endpoint and prints its secret",
    run: async (deps, given) => {
      const body = parseOptions(createWebhookEndpointBody, spoken(given));
      const { endpoint, secret } = await createEndpoint(deps, operatorIn(given), body);
      return [...toText(endpoint), secret, onceOnly];
    },
  },
  "webhooks update": {
    usage: "ENDPOINT --project ID [--url URL] [--kinds KIND,KIND|all] [--description TEXT]",
    says: "changes the given settings of an endpoint",
    run: async (deps, given) => {
      const body = parseOptions(updateWebhookEndpointBody, spoken(given));
      return toText(await updateEndpoint(deps, operatorIn(given), given.id, body));
    },
  },
  "webhooks disable": {
    usage: "ENDPOINT --project ID",
    says: "stops sending to an endpoint until you enable it",
    run: async (deps, given) => toText(await disableEndpoint(deps, operatorIn(given), given.id)),
  },
  "webhooks enable": {
    usage: "ENDPOINT --project ID",
    says: "starts sending new events to an endpoint again",
    run: async (deps, given) => toText(await enableEndpoint(deps, operatorIn(given), given.id)),
  },
  "webhooks delete": {
    usage: "ENDPOINT --project ID",
    says: "deletes an endpoint; its deliveries stay in the log",
    run: async (deps, given) => {
      await deleteEndpoint(deps, operatorIn(given), given.id);
      return [`${given.id}: deleted.`];
    },
  },
  "webhooks rotate": {
    usage: "ENDPOINT --project ID [--now]",
    says: "creates a new secret; the old one also signs for 24 hours, unless --now",
    run: async (deps, given) => {
      const overlap = !given.flags.has("now");
      const { secret, overlapUntil } = await rotateSecret(deps, operatorIn(given), given.id, { overlap });
      const before =
        overlapUntil === null
          ? "The previous secret no longer signs."
          : `The previous secret also signs until ${overlapUntil.toISOString()}.`;
      return [secret, `${onceOnly} ${before}`];
    },
  },
  "webhooks test": {
    usage: "ENDPOINT --project ID",
    says: "sends a test event",
    run: async (deps, given) => {
      const { eventId, deliveryId } = await sendTestEvent(deps, operatorIn(given), given.id);
      return [`Sending ${eventId} in delivery ${deliveryId}.`];
    },
  },
  ...deliveryCommands,
} as const satisfies Record<string, AdminCommand>;

/** The options, in the form of a request's body. */
function spoken({ options: { url, kinds, description } }: AdminArguments): object {
  return {
    url,
    ...(kinds === undefined ? {} : { kinds: kinds === "all" ? [...eventKinds] : kinds.split(",") }),
    ...(description === undefined ? {} : { description: description === "" ? null : description }),
  };
}

function toText(endpoint: WebhookEndpoint): string[] {
  const { id, url, kinds, description, createdAt, failingSince, disabledAt, disabledReason } = endpoint;
  const state =
    disabledAt !== null
      ? `disabled since ${disabledAt.toISOString()}: ${disabledReason ?? ""}`
      : failingSince !== null
        ? `failing since ${failingSince.toISOString()}`
        : "enabled";
  return [
    `${id}  ${url}`,
    ...(description === null ? [] : [`    ${description}`]),
    `    ${state}, created ${createdAt.toISOString()}`,
    `    ${kinds.join(" ")}`,
  ];
}
