import { z } from "zod";
import { act } from "@/lib/platform/acts";
import type { Keep } from "@/lib/platform/limits/idempotency.port";
import { cursorPage, cursorPagination, placeIn } from "@/lib/platform/lists/cursor-pages.schema";
import { nothing, timestamp } from "@/lib/platform/primitives.schema";
import type { ByInProject } from "@/lib/projects/project-access";
import { eventKinds } from "@/lib/webhooks/events.rules";
import { type SentTest, sendTestEvent } from "@/lib/webhooks/replay-deliveries";
import {
  createEndpoint,
  deleteEndpoint,
  disableEndpoint,
  enableEndpoint,
  type NewEndpoint,
  type RotatedSecret,
  rotateSecret,
  updateEndpoint,
} from "./manage-endpoints";
import { getEndpoint, listEndpointPage, type WebhookParts } from "./read-endpoints";
import {
  createWebhookEndpointBody,
  endpointCursors,
  endpointResource,
  listEndpointsQuery,
  ofDelivery,
  ofEndpoint,
  rotatedSecret,
  rotateSecretBody,
  sentTest,
  toEndpointResource,
  updateWebhookEndpointBody,
} from "./webhook-endpoint.schema";

type Endpoint = NewEndpoint["endpoint"];

const onceOnly = "We show it only once.";

/** What people type for an endpoint, beside its URL. */
const typedFields = {
  usage: "[--kinds KIND,KIND|all] [--description TEXT]",
  read: ({ options: { kinds, description } }: { options: Readonly<Record<string, string | undefined>> }) => ({
    ...(kinds === undefined ? {} : { kinds: kinds === "all" ? [...eventKinds] : kinds.split(",") }),
    ...(description === undefined ? {} : { description: description === "" ? null : description }),
  }),
};

/** An endpoint for people. */
function endpointText(endpoint: Endpoint): string[] {
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

/** What merchants and the operator do with the addresses that receive events. */
export const endpointActs = {
  create: act(
    {
      permission: "webhooks.manage",
      scope: "all",
      fresh: true,
      idempotent: true,
      input: createWebhookEndpointBody,
      errors: ["WEBHOOK_ENDPOINT_LIMIT"],
    },
    (parts: WebhookParts, { actor }: ByInProject, body, keep: Keep<NewEndpoint>) =>
      createEndpoint(parts, actor, body, keep),
    {
      http: {
        operationId: "createWebhookEndpoint",
        tag: "Webhook endpoints",
        summary: "Create a webhook endpoint",
        description:
          "It receives the events of its `kinds` from now on. Only this response has `secret`, which verifies deliveries. A project can have at most 16 endpoints.",
        method: "POST",
        path: "/v1/webhook-endpoints",
        status: 201,
        data: endpointResource,
        show: ({ endpoint, secret }) => toEndpointResource(endpoint, secret),
      },
      dashboard: {
        name: "createEndpoint",
        output: z.object({ ...ofEndpoint, secret: z.string() }),
        show: ({ endpoint, secret }) => ({ endpointId: endpoint.id, secret }),
      },
      command: {
        name: "webhooks create",
        says: "creates an endpoint and prints its secret",
        options: { url: "--url URL" },
        typed: typedFields,
        show: ({ endpoint, secret }) => [...endpointText(endpoint), secret, onceOnly],
      },
    },
  ),
  list: act(
    { scope: "read", input: listEndpointsQuery },
    async (parts: WebhookParts, { actor }: ByInProject, { take, after, before }) => {
      const place = placeIn({ after, before });
      return { take, ...(await listEndpointPage(parts, actor.projectId, place, take)) };
    },
    {
      http: {
        operationId: "listWebhookEndpoints",
        tag: "Webhook endpoints",
        summary: "List webhook endpoints",
        description: "The project's webhook endpoints, newest first, with disabled ones.",
        method: "GET",
        path: "/v1/webhook-endpoints",
        data: endpointResource.array(),
        pagination: cursorPagination,
        show: ({ take, ...part }) =>
          cursorPage(part, take, endpointCursors, (endpoint) => toEndpointResource(endpoint)),
      },
      command: {
        name: "webhooks list",
        ofDeleted: true,
        says: "lists the project's endpoints",
        reads: true,
        // More than a project can have.
        typed: { read: () => ({ take: "100" }) },
        show: ({ items }) =>
          items.length === 0
            ? ["The project has no webhook endpoints."]
            : items.toReversed().flatMap(endpointText),
      },
    },
  ),
  get: act(
    { scope: "read", ids: ofEndpoint, errors: ["WEBHOOK_ENDPOINT_NOT_FOUND"] },
    (parts: WebhookParts, { actor }: ByInProject, { endpointId }) =>
      getEndpoint(parts, actor.projectId, endpointId),
    {
      http: {
        operationId: "getWebhookEndpoint",
        tag: "Webhook endpoints",
        summary: "Get a webhook endpoint",
        description: "One webhook endpoint of the project.",
        method: "GET",
        path: "/v1/webhook-endpoints/{endpointId}",
        data: endpointResource,
        show: ({ endpoint }) => toEndpointResource(endpoint),
      },
      command: {
        name: "webhooks show",
        ofDeleted: true,
        says: "shows an endpoint and when its secrets became active",
        word: "ENDPOINT",
        reads: true,
        show: ({ endpoint, secrets }) => [
          ...endpointText(endpoint),
          ...secrets.map(({ createdAt, expiresAt }) => {
            const until = expiresAt === null ? "" : ` until ${expiresAt.toISOString()}`;
            return `    secret active since ${createdAt.toISOString()}${until}`;
          }),
        ],
      },
    },
  ),
  update: act(
    {
      permission: "webhooks.manage",
      scope: "all",
      fresh: true,
      idempotent: true,
      ids: ofEndpoint,
      input: updateWebhookEndpointBody,
      errors: ["WEBHOOK_ENDPOINT_NOT_FOUND"],
    },
    (parts: WebhookParts, { actor }: ByInProject, { endpointId, ...changes }, keep: Keep<Endpoint>) =>
      updateEndpoint(parts, actor, endpointId, changes, keep),
    {
      http: {
        operationId: "updateWebhookEndpoint",
        tag: "Webhook endpoints",
        summary: "Update a webhook endpoint",
        description: "A field that you leave out stays as it is. Waiting deliveries go to the new `url`.",
        method: "POST",
        path: "/v1/webhook-endpoints/{endpointId}",
        data: endpointResource,
        show: (endpoint) => toEndpointResource(endpoint),
      },
      dashboard: { name: "updateEndpoint", output: nothing },
      command: {
        name: "webhooks update",
        says: "changes the given settings of an endpoint",
        word: "ENDPOINT",
        options: { url: "--url URL" },
        typed: typedFields,
        show: (endpoint) => endpointText(endpoint),
      },
    },
  ),
  disable: act(
    {
      permission: "webhooks.manage",
      scope: "all",
      fresh: false,
      idempotent: true,
      ids: ofEndpoint,
      errors: ["WEBHOOK_ENDPOINT_NOT_FOUND"],
    },
    (parts: WebhookParts, { actor }: ByInProject, { endpointId }, keep: Keep<Endpoint>) =>
      disableEndpoint(parts, actor, endpointId, keep),
    {
      http: {
        operationId: "disableWebhookEndpoint",
        tag: "Webhook endpoints",
        summary: "Disable a webhook endpoint",
        description:
          "It receives nothing until it is enabled again. Its waiting deliveries fail; resend them later.",
        method: "POST",
        path: "/v1/webhook-endpoints/{endpointId}/disable",
        data: endpointResource,
        show: (endpoint) => toEndpointResource(endpoint),
      },
      dashboard: { name: "disableEndpoint", output: nothing },
      command: {
        name: "webhooks disable",
        ofDeleted: true,
        says: "stops sending to an endpoint until you enable it",
        word: "ENDPOINT",
        show: (endpoint) => endpointText(endpoint),
      },
    },
  ),
  enable: act(
    {
      permission: "webhooks.manage",
      scope: "all",
      fresh: false,
      idempotent: true,
      ids: ofEndpoint,
      errors: ["WEBHOOK_ENDPOINT_NOT_FOUND"],
    },
    (parts: WebhookParts, { actor }: ByInProject, { endpointId }, keep: Keep<Endpoint>) =>
      enableEndpoint(parts, actor, endpointId, keep),
    {
      http: {
        operationId: "enableWebhookEndpoint",
        tag: "Webhook endpoints",
        summary: "Enable a webhook endpoint",
        description: "It receives events from now on. Read what it missed from the list of events.",
        method: "POST",
        path: "/v1/webhook-endpoints/{endpointId}/enable",
        data: endpointResource,
        show: (endpoint) => toEndpointResource(endpoint),
      },
      dashboard: { name: "enableEndpoint", output: nothing },
      command: {
        name: "webhooks enable",
        says: "starts sending new events to an endpoint again",
        word: "ENDPOINT",
        show: (endpoint) => endpointText(endpoint),
      },
    },
  ),
  delete: act(
    { permission: "webhooks.manage", fresh: false, ids: ofEndpoint },
    (parts: WebhookParts, { actor }: ByInProject, { endpointId }) => deleteEndpoint(parts, actor, endpointId),
    {
      dashboard: { name: "deleteEndpoint", output: nothing },
      command: {
        name: "webhooks delete",
        says: "deletes an endpoint; its deliveries stay in the log",
        word: "ENDPOINT",
        show: (_, _parts, { endpointId }) => [`${endpointId}: deleted.`],
      },
    },
  ),
  /** The holder of a secret can forge events to the shop. */
  rotateSecret: act(
    {
      permission: "webhooks.manage",
      scope: "all",
      fresh: true,
      idempotent: true,
      ids: ofEndpoint,
      input: rotateSecretBody,
      errors: ["WEBHOOK_ENDPOINT_NOT_FOUND"],
    },
    (parts: WebhookParts, { actor }: ByInProject, { endpointId, overlap }, keep: Keep<RotatedSecret>) =>
      rotateSecret(parts, actor, endpointId, { overlap }, keep),
    {
      http: {
        operationId: "rotateWebhookSecret",
        tag: "Webhook endpoints",
        summary: "Replace the secret of a webhook endpoint",
        description:
          "Only this response has the new secret. The previous one signs beside it for 24 hours, so that your receiver can change over; with `overlap` false it ends at once, for a leaked secret. The body can be left out.",
        method: "POST",
        path: "/v1/webhook-endpoints/{endpointId}/rotate",
        bodyOptional: true,
        data: rotatedSecret,
        show: ({ secret, overlapUntil }) => ({
          secret,
          previousExpiresAt: overlapUntil === null ? null : timestamp(overlapUntil),
        }),
      },
      dashboard: {
        name: "rotateEndpointSecret",
        input: z.object({ overlap: z.boolean() }),
        output: z.object({ secret: z.string() }),
        show: ({ secret }) => ({ secret }),
      },
      command: {
        name: "webhooks rotate",
        says: "creates a new secret; the old one also signs for 24 hours, unless --now",
        word: "ENDPOINT",
        typed: { usage: "[--now]", read: ({ flags }) => ({ overlap: !flags.has("now") }) },
        show: ({ secret, overlapUntil }) => {
          const before =
            overlapUntil === null
              ? "The previous secret no longer signs."
              : `The previous secret also signs until ${overlapUntil.toISOString()}.`;
          return [secret, `${onceOnly} ${before}`];
        },
      },
    },
  ),
  test: act(
    {
      permission: "webhooks.manage",
      scope: "all",
      fresh: false,
      idempotent: true,
      ids: ofEndpoint,
      errors: ["WEBHOOK_ENDPOINT_NOT_FOUND", "WEBHOOK_ENDPOINT_DISABLED"],
    },
    (parts: WebhookParts, { actor }: ByInProject, { endpointId }, keep: Keep<SentTest>) =>
      sendTestEvent(parts, actor, endpointId, keep),
    {
      http: {
        operationId: "testWebhookEndpoint",
        tag: "Webhook endpoints",
        summary: "Send a test to a webhook endpoint",
        description:
          "Sends `endpoint.test`, signed, retried and logged like any other event; at most 10 a minute.",
        method: "POST",
        path: "/v1/webhook-endpoints/{endpointId}/test",
        data: sentTest,
        show: ({ eventId, deliveryId }) => ({ eventId, deliveryId }),
      },
      dashboard: {
        name: "testEndpoint",
        output: z.object(ofDelivery),
        show: ({ deliveryId }) => ({ deliveryId }),
      },
      command: {
        name: "webhooks test",
        says: "sends a test event",
        word: "ENDPOINT",
        show: ({ eventId, deliveryId }) => [`Sending ${eventId} in delivery ${deliveryId}.`],
      },
    },
  ),
};
