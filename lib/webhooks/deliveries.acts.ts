import { z } from "zod";
import { act } from "@/lib/platform/acts";
import type { Keep } from "@/lib/platform/limits/idempotency.port";
import { cursorPage, cursorPagination, placeIn } from "@/lib/platform/lists/cursor-pages.schema";
import { alignColumns } from "@/lib/platform/values/text.rules";
import type { ByInProject } from "@/lib/projects/project-access";
import {
  getDelivery,
  listDeliveries,
  listEndpointDeliveries,
  type WebhookParts,
} from "./endpoints/read-endpoints";
import {
  deliveryDetails,
  deliveryLogQuery,
  deliveryResource,
  listEndpointDeliveriesQuery,
  ofDelivery,
  ofEndpoint,
  replayRange,
  resentDelivery,
  toDeliveryDetails,
  toDeliveryResource,
} from "./endpoints/webhook-endpoint.schema";
import { type Replayed, replayDelivery, replayFailed } from "./replay-deliveries";
import { deliveryCursors } from "./webhook-schedule.rules";
import type { DeliveryAttempt, DeliveryView } from "./webhook-store.port";

/** Rows of the operator's log. */
const maxRows = 100;

/** A delivery's row for people. */
function deliveryCells({ id, status, kind, checkoutId, createdAt, ...view }: DeliveryView): string[] {
  const answer = view.lastStatusCode ?? (view.lastError === null ? "" : view.lastError);
  const attempts = `${view.attemptCount} ${view.attemptCount === 1 ? "attempt" : "attempts"}`;
  return [createdAt.toISOString(), id, status, kind, checkoutId ?? "-", attempts, String(answer)];
}

function attemptText({
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

/** What merchants and the operator do with what was sent to their endpoints. */
export const deliveryActs = {
  list: act(
    {
      scope: "read",
      ids: ofEndpoint,
      input: listEndpointDeliveriesQuery,
      errors: ["WEBHOOK_ENDPOINT_NOT_FOUND"],
    },
    async (parts: WebhookParts, { actor }: ByInProject, { endpointId, take, after, before, ...filter }) => {
      const place = placeIn({ after, before });
      const part = await listEndpointDeliveries(parts, actor.projectId, endpointId, filter, place, take);
      return { take, ...part };
    },
    {
      http: {
        operationId: "listWebhookDeliveries",
        tag: "Webhook endpoints",
        summary: "List the deliveries of a webhook endpoint",
        description: "Sent or waiting, newest first by the time of their events.",
        method: "GET",
        path: "/v1/webhook-endpoints/{endpointId}/deliveries",
        data: deliveryResource.array(),
        pagination: cursorPagination,
        show: ({ take, ...part }) => cursorPage(part, take, deliveryCursors, toDeliveryResource),
      },
    },
  ),
  /** The same list by a person, who continues after a delivery of it. */
  log: act(
    { ids: ofEndpoint, input: deliveryLogQuery },
    (parts: WebhookParts, { actor }: ByInProject, { endpointId, ...query }) =>
      listDeliveries(parts, actor.projectId, endpointId, { ...query, take: maxRows }),
    {
      command: {
        name: "webhooks log",
        ofDeleted: true,
        says: "lists an endpoint's newest deliveries, 100 at a time",
        word: "ENDPOINT",
        reads: true,
        options: {
          status: "--status S",
          kind: "--kind K",
          checkoutId: "--checkout ID",
          from: "--from T",
          to: "--to T",
          after: "--after DELIVERY",
        },
        show: ({ deliveries, next }) => {
          const more = next === null ? [] : [`… for older deliveries, add --after ${next}`];
          return deliveries.length + more.length === 0
            ? ["No deliveries found."]
            : [...alignColumns(deliveries.map(deliveryCells)), ...more];
        },
      },
    },
  ),
  get: act(
    { scope: "read", ids: ofDelivery, errors: ["WEBHOOK_DELIVERY_NOT_FOUND"] },
    (parts: WebhookParts, { actor }: ByInProject, { deliveryId }) =>
      getDelivery(parts, actor.projectId, deliveryId),
    {
      http: {
        operationId: "getWebhookDelivery",
        tag: "Webhook endpoints",
        summary: "Get a delivery",
        description: "What was sent, and each answer.",
        method: "GET",
        path: "/v1/webhook-deliveries/{deliveryId}",
        data: deliveryDetails,
        show: (delivery) => toDeliveryDetails(delivery),
      },
      command: {
        name: "webhooks delivery",
        ofDeleted: true,
        says: "shows what was sent and every response",
        word: "DELIVERY",
        reads: true,
        show: ({ body, url, attempts, ...delivery }) => [
          deliveryCells(delivery).join("  ").trimEnd(),
          `    to ${url}`,
          ...(delivery.status === "PENDING"
            ? [`    next attempt ${delivery.nextAttemptAt.toISOString()}`]
            : []),
          body,
          ...attempts.flatMap(attemptText),
        ],
      },
    },
  ),
  replay: act(
    {
      permission: "webhooks.manage",
      scope: "all",
      fresh: false,
      idempotent: true,
      ids: ofDelivery,
      errors: ["WEBHOOK_DELIVERY_NOT_FOUND", "WEBHOOK_ENDPOINT_DISABLED"],
    },
    (parts: WebhookParts, { actor }: ByInProject, { deliveryId }, keep: Keep<Replayed>) =>
      replayDelivery(parts, actor, deliveryId, keep),
    {
      http: {
        operationId: "resendWebhookDelivery",
        tag: "Webhook endpoints",
        summary: "Send a delivery again",
        description: "Whatever its outcome: the same bytes, with a new schedule of retries.",
        method: "POST",
        path: "/v1/webhook-deliveries/{deliveryId}/resend",
        data: resentDelivery,
        show: ({ id, replayed }) => ({ id, resent: replayed > 0 }),
      },
      dashboard: {
        name: "replayDelivery",
        output: z.object({ replayed: z.number() }),
        show: ({ replayed }) => ({ replayed }),
      },
      command: {
        name: "webhooks replay",
        ofDeleted: true,
        says: "sends a delivery again, even if it was delivered",
        word: "DELIVERY",
        show: ({ id, replayed }) => [
          replayed === 1 ? `${id}: sending again.` : `${id}: is already being sent.`,
        ],
      },
    },
  ),
  replayFailed: act(
    { permission: "webhooks.manage", fresh: false, ids: ofEndpoint, input: replayRange },
    (parts: WebhookParts, { actor }: ByInProject, { endpointId, ...range }) =>
      replayFailed(parts, actor, endpointId, range),
    {
      dashboard: {
        name: "replayFailed",
        output: z.object({ replayed: z.number(), missed: z.number(), complete: z.boolean() }),
        show: (result) => result,
      },
      command: {
        name: "webhooks replay-failed",
        ofDeleted: true,
        says: "sends failed deliveries again, and events missed while disabled",
        word: "ENDPOINT",
        options: { from: "--from T", to: "--to T" },
        show: ({ replayed, missed, complete }) => [
          `Sending ${replayed} failed and ${missed} missed events.`,
          ...(complete ? [] : ["There are more. Run the command again to send them."]),
        ],
      },
    },
  ),
};
