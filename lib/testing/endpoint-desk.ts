import { fault } from "@/lib/platform/faults/fault.rules";
import type { ProjectActor } from "@/lib/projects/project-access";
import { createEndpoint } from "@/lib/webhooks/endpoints/manage-endpoints";
import type { WebhookParts } from "@/lib/webhooks/endpoints/read-endpoints";
import { createWebhookEndpointBody } from "@/lib/webhooks/endpoints/webhook-endpoint.schema";
import type { WebhookEndpoint } from "@/lib/webhooks/endpoints/webhook-endpoint.store";
import type { EventKind } from "@/lib/webhooks/events.rules";
import { newWebhookSecret } from "@/lib/webhooks/sender/webhook-sender";
import type { ClaimedDelivery, DeliveryAttempt, DeliveryResult } from "@/lib/webhooks/webhook-store.port";
import { buildCheckout, buildEvent, later, newId } from "./builders";
import { openTestStores, type TestStores } from "./stores";
import { type CheckoutReads, checkoutReads } from "./world/reads";

const leaseMs = 30_000;

/** Webhook endpoints on real Postgres, with deliveries that are claimed and recorded by hand instead of sent. */
export type EndpointDesk = Pick<CheckoutReads, "query"> & {
  stores: TestStores;
  deps: WebhookParts;
  /** Who owns the endpoints. */
  owner: ProjectActor;
  /** The owner of another project. */
  stranger: ProjectActor;
  /** What the clock shows. */
  now: Date;
  /** Subscribed to `checkout.created` by default. */
  create(overrides?: { url?: string; kinds?: EventKind[]; description?: string }): Promise<WebhookEndpoint>;
  /** An event of a checkout of its own, now by default. */
  tell(overrides?: { kind?: EventKind; at?: Date }): Promise<{ eventId: string; checkoutId: string }>;
  /** Claims due deliveries for a worker. */
  claim(): Promise<ClaimedDelivery[]>;
  /** The first of them; throws when nothing is due. */
  claimOne(): Promise<ClaimedDelivery>;
  /** A worker writes down how an attempt ended; false when the delivery is not its own any more. */
  record(
    delivery: ClaimedDelivery,
    result: DeliveryResult,
    attempt?: Partial<DeliveryAttempt>,
  ): Promise<boolean>;
  /** Oldest first. */
  deliveries(endpoint: Pick<WebhookEndpoint, "id">): Promise<StoredDelivery[]>;
  audited(target: string): Promise<string[]>;
  close(): Promise<void>;
};

type StoredDelivery = {
  id: string;
  event_id: string;
  status: string;
  attempt_count: number;
  schedule_start: number;
  next_attempt_at: Date;
  completed_at: Date | null;
};

export async function openEndpointDesk(): Promise<EndpointDesk> {
  const stores = await openTestStores();
  const [projectId, otherId] = [await stores.createProject(), await stores.createProject()];
  const { query } = checkoutReads(stores);
  const desk: EndpointDesk = {
    query,
    stores,
    deps: {
      clock: { now: () => desk.now },
      newId,
      endpoints: stores.endpoints,
      deliveryLog: stores.deliveryLog,
      checkWebhookUrl: async (url) => (url.startsWith("https://") ? null : fault("webhooks.urlHttps")),
      newWebhookSecret: () => newWebhookSecret((count) => crypto.getRandomValues(new Uint8Array(count))),
    },
    owner: { projectId, userId: "usr_owner" },
    stranger: { projectId: otherId, userId: "usr_stranger" },
    now: later(60_000),
    create: async (overrides = {}) => {
      const body = { url: "https://shop.example/hook", kinds: ["checkout.created"], ...overrides };
      return (await createEndpoint(desk.deps, desk.owner, createWebhookEndpointBody.parse(body))).endpoint;
    },
    tell: async ({ kind = "checkout.created", at = desk.now } = {}) => {
      const checkout = buildCheckout({ projectId, createdAt: at });
      const event = buildEvent(checkout, { kind, createdAt: at, body: `{"of": "${checkout.id}"}` });
      await stores.checkouts.insert(checkout, null, [], event, null);
      return { eventId: event.id, checkoutId: checkout.id };
    },
    claim: async () => {
      const places = { firstAttempts: 1_000, retries: 1_000, retriesWhileFailing: 1_000 };
      const { endpointIds } = await stores.webhooks.findDue(desk.now, places);
      const endpoints = endpointIds.map((id) => ({ id, firstAttempts: 1_000, retries: 1_000 }));
      const order = { endpoints, now: desk.now, leaseMs, places };
      return (await stores.webhooks.claim(order)).deliveries;
    },
    claimOne: async () => {
      const [delivery] = await desk.claim();
      if (delivery === undefined) throw new Error("nothing is due");
      return delivery;
    },
    record: async (delivery, result, attempt = {}) => {
      const statusCode = result.kind === "delivered" ? 200 : 500;
      const made = {
        number: delivery.attemptsMade + 1,
        startedAt: desk.now,
        durationMs: 20,
        statusCode,
        error: null,
        responseBody: "answer",
        ...attempt,
      };
      return (await stores.webhooks.record([{ delivery, attempt: made, result }])).has(delivery.id);
    },
    deliveries: ({ id }) =>
      query<StoredDelivery>(
        `SELECT id, event_id, status, attempt_count, schedule_start, next_attempt_at, completed_at
         FROM webhook_deliveries WHERE endpoint_id = $1 ORDER BY created_at, id`,
        [id],
      ),
    audited: async (target) =>
      (
        await query<{ action: string }>("SELECT action FROM audit_log WHERE target = $1 ORDER BY id", [
          target,
        ])
      ).map(({ action }) => action),
    close: () => stores.close(),
  };
  return desk;
}
