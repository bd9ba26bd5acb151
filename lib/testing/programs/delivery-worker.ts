/**
 * A process that delivers webhooks and does nothing else, for tests to kill. Its argument is a `DeliveryArgument` as
 * JSON. It is told the time by messages, at which its clock stands, works until nothing is left to do, and says so.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { createDatabase } from "@/lib/platform/database";
import { createSecretBox } from "@/lib/platform/secret-box";
import { createWebhookDelivery } from "@/lib/webhooks/deliver/create-webhook-delivery";
import { createWebhookSender } from "@/lib/webhooks/sender/webhook-sender";
import { createWebhookStore } from "@/lib/webhooks/webhook-claim.store";

export type DeliveryArgument = {
  databaseUrl: string;
  /** Base64. */
  dataKey: string;
  /** How long a receiver has, instead of the 15 seconds of a real one. */
  timeoutMs: number;
};

/** What the time is from now on. */
export type DeliveryTime = { turn: number; nowMs: number };
/** Since that time was read there was a moment with nothing left to do; so many posts were begun in all until then. */
export type DeliveryRest = { turn: number; posts: number };

async function main(argument: DeliveryArgument): Promise<void> {
  let time: DeliveryTime | null = null;
  let posts = 0;
  process.on("message", (told: DeliveryTime) => {
    time = told;
  });
  const clock = { now: () => new Date(time?.nowMs ?? Date.now()) };
  const sender = createWebhookSender({ allowPrivateLoopback: true, ownOrigins: [], clock });
  const nothing = () => undefined;
  const delivery = createWebhookDelivery({
    clock,
    log: { info: nothing, warn: nothing, error: nothing },
    random: Math.random,
    webhooks: createWebhookStore(
      createDatabase(argument.databaseUrl, { maxConnections: 4 }),
      createSecretBox(Buffer.from(argument.dataKey, "base64")),
    ),
    webhookSender: {
      post: (input) => {
        posts += 1;
        return sender.post({ ...input, timeoutMs: argument.timeoutMs });
      },
    },
  });
  const deliverAt = async (at: DeliveryTime) => {
    const done = await delivery.deliver().catch(() => null);
    if (done?.kind === "idle") process.send?.({ turn: at.turn, posts } satisfies DeliveryRest);
  };
  process.send?.("ready");
  while (process.connected) {
    // A database that is down shows here; what is due then is still due.
    if (time !== null) await deliverAt(time);
    await sleep(20);
  }
  process.exit();
}

await main(JSON.parse(process.argv[2] ?? "") as DeliveryArgument);
