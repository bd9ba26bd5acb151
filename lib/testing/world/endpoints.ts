import type { ProjectActor } from "@/lib/projects/project-access";
import { createEndpoint } from "@/lib/webhooks/endpoints/manage-endpoints";
import { createWebhookEndpointBody } from "@/lib/webhooks/endpoints/webhook-endpoint.schema";
import type { WebhookEndpoint } from "@/lib/webhooks/endpoints/webhook-endpoint.store";
import type { EventKind } from "@/lib/webhooks/events.rules";
import type { ClaimedDelivery, DeliveryAttempt, DeliveryResult } from "@/lib/webhooks/webhook-store.port";
import { buildCheckout, buildEvent } from "../builders";
import type { World } from "../world";

const leaseMs = 30_000;

type StoredDelivery = {
  id: string;
  event_id: string;
  status: string;
  attempt_count: number;
  schedule_start: number;
  next_attempt_at: Date;
  completed_at: Date | null;
};

/** Webhook endpoints, with deliveries that are claimed and recorded by hand instead of sent. */
export function endpointDesk(world: World) {
  const desk = {
    /** Who owns the endpoints. */
    get owner() {
      return { projectId: world.project.id, userId: "usr_owner" } as ProjectActor;
    },
    /** The owner of another project. */
    stranger: async () =>
      ({ projectId: await world.stores.createProject(), userId: "usr_stranger" }) as ProjectActor,
    /** Subscribed to `checkout.created` by default. */
    create: async (
      overrides: { url?: string; kinds?: EventKind[]; description?: string } = {},
      by?: ProjectActor,
    ) => {
      const body = { url: "https://shop.example/hook", kinds: ["checkout.created"], ...overrides };
      const actor = by ?? desk.owner;
      return (await createEndpoint(world.deps, actor, createWebhookEndpointBody.parse(body))).endpoint;
    },
    /** An event of a checkout of its own, now by default. */
    tell: async ({ kind = "checkout.created", at = world.now }: { kind?: EventKind; at?: Date } = {}) => {
      const checkout = buildCheckout({ projectId: world.project.id, createdAt: at });
      const event = buildEvent(checkout, { kind, createdAt: at, body: `{"of": "${checkout.id}"}` });
      await world.stores.checkouts.insert(checkout, null, [], event, null);
      return { eventId: event.id, checkoutId: checkout.id };
    },
    /** Claims due deliveries for a worker. */
    claim: async (): Promise<ClaimedDelivery[]> => {
      const places = { firstAttempts: 1_000, retries: 1_000, retriesWhileFailing: 1_000 };
      const { endpointIds } = await world.stores.webhooks.findDue(world.now, places);
      const endpoints = endpointIds.map((id) => ({ id, firstAttempts: 1_000, retries: 1_000 }));
      return (await world.stores.webhooks.claim({ endpoints, now: world.now, leaseMs, places })).deliveries;
    },
    /** The first of them; throws when nothing is due. */
    claimOne: async () => {
      const [delivery] = await desk.claim();
      if (delivery === undefined) throw new Error("nothing is due");
      return delivery;
    },
    /** A worker writes down how an attempt ended; false when the delivery is not its own any more. */
    record: async (
      delivery: ClaimedDelivery,
      result: DeliveryResult,
      attempt: Partial<DeliveryAttempt> = {},
    ) => {
      const made = {
        number: delivery.attemptsMade + 1,
        startedAt: world.now,
        durationMs: 20,
        statusCode: result.kind === "delivered" ? 200 : 500,
        error: null,
        responseBody: "answer",
        ...attempt,
      };
      return (await world.stores.webhooks.record([{ delivery, attempt: made, result }])).has(delivery.id);
    },
    /** Oldest first. */
    deliveries: ({ id }: Pick<WebhookEndpoint, "id">) =>
      world.query<StoredDelivery>(
        `SELECT id, event_id, status, attempt_count, schedule_start, next_attempt_at, completed_at
         FROM webhook_deliveries WHERE endpoint_id = $1 ORDER BY created_at, id`,
        [id],
      ),
    audited: async (target: string) => {
      const sql = "SELECT action FROM audit_log WHERE target = $1 ORDER BY id";
      return (await world.query<{ action: string }>(sql, [target])).map(({ action }) => action);
    },
  };
  return desk;
}
