/**
 * A process that delivers webhooks and does nothing else, for tests to kill. Its argument is a `DeliveryOrder` as JSON.
 * It is told the time by messages, works until nothing is left to do at that time, and says so.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { createDatabase } from "@/lib/adapters/db/database";
import { createSecretBox } from "@/lib/adapters/db/secret-box";
import { createWebhookStore } from "@/lib/adapters/db/webhooks/webhook-store";
import { createWebhookSender } from "@/lib/adapters/webhooks/webhook-sender";
import { createWebhookDelivery } from "@/lib/services/deliver-webhooks/create-webhook-delivery";

export type DeliveryOrder = {
  databaseUrl: string;
  /** Base64. */
  dataKey: string;
  /** How long a receiver has, instead of the 15 seconds of a real one. */
  timeoutMs: number;
};

/** How far the clock is ahead of this machine's from now on. */
export type DeliveryTime = { aheadMs: number };
/** Nothing was left to do at that time. */
export type DeliveryRest = { restedAtMs: number };

async function main(order: DeliveryOrder): Promise<void> {
  let aheadMs: number | null = null;
  process.on("message", (time: DeliveryTime) => {
    aheadMs = time.aheadMs;
  });
  const clock = { now: () => new Date(Date.now() + (aheadMs ?? 0)) };
  const sender = createWebhookSender({ allowPrivateLoopback: true, ownOrigins: [], clock });
  const nothing = () => undefined;
  const delivery = createWebhookDelivery({
    clock,
    log: { info: nothing, warn: nothing, error: nothing },
    random: Math.random,
    webhooks: createWebhookStore(
      createDatabase(order.databaseUrl, { maxConnections: 4 }),
      createSecretBox(Buffer.from(order.dataKey, "base64")),
    ),
    webhookSender: { post: (input) => sender.post({ ...input, timeoutMs: order.timeoutMs }) },
  });
  const deliverAt = async (at: number) => {
    const done = await delivery.deliver().catch(() => null);
    if (done?.kind === "idle" && at === aheadMs) process.send?.({ restedAtMs: at } satisfies DeliveryRest);
  };
  process.send?.("ready");
  while (process.connected) {
    // A database that is down shows here; what is due then is still due.
    if (aheadMs !== null) await deliverAt(aheadMs);
    await sleep(20);
  }
  process.exit();
}

await main(JSON.parse(process.argv[2] ?? "") as DeliveryOrder);
