import "server-only";
import { randomBytes } from "node:crypto";
import { perProcess } from "@/lib/platform/process/per-process";
import { createWebhookDelivery } from "@/lib/webhooks/deliver/create-webhook-delivery";
import { createWebhookEndpointStore } from "@/lib/webhooks/endpoints/webhook-endpoint.store";
import { createEventLog } from "@/lib/webhooks/event-log.store";
import { createWebhookUrlCheck } from "@/lib/webhooks/sender/outgoing-address";
import { createWebhookSender, newWebhookSecret } from "@/lib/webhooks/sender/webhook-sender";
import { createWebhookStore } from "@/lib/webhooks/webhook-claim.store";
import { createWebhookDeliveryLog } from "@/lib/webhooks/webhook-delivery-log.store";
import { countWebhooks } from "./count-facts";
import { getProcess } from "./process";

/** Webhooks and where they go. */
export const getWebhooks = perProcess("webhooks", () => {
  const { settings, database, secretBox, common } = getProcess();
  const webhooks = countWebhooks(createWebhookStore(database, secretBox), common.metrics);
  const outgoingPolicy = {
    allowPrivateLoopback: settings.WEBHOOK_ALLOW_PRIVATE,
    ownOrigins: [settings.BASE_URL, settings.CHECKOUT_PAGE_URL],
    allowedHosts: settings.WEBHOOK_ALLOW_HOSTS,
    ownPort: settings.PORT,
  };
  const webhookSender = createWebhookSender(outgoingPolicy);
  return {
    ...common,
    webhooks,
    endpoints: createWebhookEndpointStore(database, secretBox, common.newId),
    deliveryLog: createWebhookDeliveryLog(database, secretBox),
    eventLog: createEventLog(database),
    checkWebhookUrl: createWebhookUrlCheck(outgoingPolicy),
    newWebhookSecret: () => newWebhookSecret(randomBytes),
    /** The one loop of this process that sends webhooks. */
    webhookDelivery: createWebhookDelivery({ ...common, webhooks, webhookSender }),
  };
});
