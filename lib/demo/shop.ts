import { randomBytes } from "node:crypto";
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { createCheckoutClient } from "@/lib/generated/client/checkout-client";
import { verifyWebhook, WebhookSignatureError } from "@/lib/generated/client/verify-webhook";

// Corner Coffee, a merchant like any other: it has its server key, its webhook secret and the files that every merchant
// may copy, and uses nothing internal of the service. Read it as an example integration.

export type ShopSettings = {
  /** The URL of the service's API, e.g. https://pay.example.com */
  apiUrl: string;
  /** The URL of this shop. */
  shopUrl: string;
  serverKey: string;
  webhookSecret: string;
  ordersFolder: string;
};

export const product = {
  name: "Flat white",
  description: "Double ristretto, steamed milk. Single origin from Huila, Colombia.",
  price: { amount: "4.50", currency: "USD", label: "$4.50" },
} as const;

/** An order as placed; the events received for it tell its progress. */
export type Order = {
  id: string;
  item: string;
  price: { amount: string; currency: string };
  placedAt: string;
  /** Null between placing the order and the service's answer. */
  checkoutId: string | null;
};

/** The part of a webhook that the shop reads. */
export type ShopEvent = {
  id: string;
  event: string;
  sequence: number;
  timestamp: string;
  data: {
    checkoutId: string;
    createdVia: string;
    referenceId: string | null;
    fiatAmount: string | null;
    fiatCurrency: string | null;
    paymentTxHash: string | null;
    /** Smallest units of the token. */
    paidAmount: string;
    accepted?: boolean;
  };
};

export type OrderStatus = "waiting" | "paid" | "settled" | "expired" | "refunded";

/** An order with its received events, in order of occurrence. */
export type OrderView = { order: Order; events: readonly ShopEvent[]; status: OrderStatus };

/** The service refused the checkout, or was unreachable. */
export class ShopError extends Error {
  override readonly name = "ShopError";
}

/**
 * Places an order and creates its checkout through the REST API with the server key.
 *
 * @throws ShopError when there is no checkout to send the customer to
 */
export async function placeOrder(settings: ShopSettings, now: Date): Promise<{ checkoutId: string }> {
  const order: Order = {
    id: `ord_${randomBytes(16).toString("hex")}`,
    item: product.name,
    price: { amount: product.price.amount, currency: product.price.currency },
    placedAt: now.toISOString(),
    checkoutId: null,
  };
  // Stored first: an event may arrive before this request is answered.
  await saveOrder(settings, order);
  const checkoutId = await createCheckout(settings, order);
  await saveOrder(settings, { ...order, checkoutId });
  return { checkoutId };
}

async function createCheckout(settings: ShopSettings, order: Order): Promise<string> {
  const { apiUrl, shopUrl, serverKey } = settings;
  // The customer waits: one retry only.
  const checkouts = createCheckoutClient({ baseUrl: apiUrl, serverKey, maxRetries: 1 });
  try {
    const { id } = await checkouts.createCheckout(
      {
        fiatAmount: order.price.amount,
        fiatCurrency: order.price.currency,
        itemName: order.item,
        itemDescription: product.description,
        referenceId: order.id,
        successUrl: `${shopUrl}/shop/orders/${order.id}`,
        cancelUrl: `${shopUrl}/shop`,
      },
      { idempotencyKey: order.id },
    );
    return id;
  } catch (cause) {
    throw new ShopError(`no checkout: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

/** An order and its progress; null for an unknown id. */
export async function readOrder(settings: ShopSettings, orderId: string): Promise<OrderView | null> {
  // Checked before the id becomes part of a path.
  if (!orderIdPattern.test(orderId)) return null;
  const text = await readFile(orderFile(settings, orderId), "utf8").catch(unlessMissing);
  if (text === null) return null;
  const names = await readdir(eventsFolder(settings, orderId)).catch(unlessMissing);
  const files = (names ?? []).filter((name) => name.endsWith(".json"));
  const events = await Promise.all(
    files.map(async (name): Promise<ShopEvent> => {
      return JSON.parse(await readFile(path.join(eventsFolder(settings, orderId), name), "utf8"));
    }),
  );
  events.sort((a, b) => a.sequence - b.sequence);
  return { order: JSON.parse(text), events, status: orderStatus(events) };
}

/** Events may arrive late, twice or out of order: their sequence counts, not their arrival. */
export function orderStatus(
  events: readonly { event: ShopEvent["event"]; data: ShopEvent["data"] }[],
): OrderStatus {
  return events.reduce<OrderStatus>((status, { event, data }) => {
    switch (event) {
      case "checkout.paid":
        return "paid";
      case "checkout.late_paid":
        return data.accepted === true ? "paid" : status;
      case "checkout.settled":
        return "settled";
      case "checkout.reverted":
        return "waiting";
      case "checkout.expired":
        return "expired";
      case "checkout.refunded":
        return "refunded";
      default:
        return status;
    }
  }, "waiting");
}

/** The answer to a webhook: 2xx means "do not send it again". */
export type WebhookAnswer = { status: 200 | 400 | 401 | 503; message: string };

/**
 * Processes one delivery: checks the signature, then that the order is ours, then that the price matches. Receiving it
 * again changes nothing.
 */
export async function receiveWebhook(
  settings: ShopSettings,
  delivery: { signature: string | null; rawBody: Uint8Array },
  now: Date,
): Promise<WebhookAnswer> {
  const event = await readEvent(settings, delivery, now);
  if (event === "forged") return { status: 401, message: "the signature is missing, wrong or too old" };
  if (event === null) return { status: 400, message: "not an event" };
  if (event === "test") return { status: 200, message: "a test, nothing to do" };
  const found = await readOrder(settings, event.data.referenceId ?? "");
  // The project may have other checkouts, which do not concern the shop.
  if (found === null) return { status: 200, message: "no order of this shop" };
  if (found.order.checkoutId === null) return { status: 503, message: "the order is still being placed" };
  if (!matchesOrder(event, found.order)) return { status: 200, message: "not what was ordered" };
  const isNew = await saveEvent(settings, found.order.id, event);
  return { status: 200, message: isNew ? "received" : "received before" };
}

/**
 * A publishable key can create checkouts too, with any price and reference: the shop hands out coffee only for its own
 * checkout at its own price.
 */
function matchesOrder({ data }: ShopEvent, order: Order): boolean {
  return (
    data.createdVia === "server_key" &&
    data.checkoutId === order.checkoutId &&
    data.fiatAmount === order.price.amount &&
    data.fiatCurrency === order.price.currency
  );
}

/** Null for a signed body that is not an event; "test" for a merchant's test event. */
async function readEvent(
  { webhookSecret }: ShopSettings,
  { signature, rawBody }: { signature: string | null; rawBody: Uint8Array },
  now: Date,
): Promise<ShopEvent | "forged" | "test" | null> {
  try {
    const headers = { "x-svc-signature": signature ?? undefined };
    const event = await verifyWebhook(rawBody, headers, webhookSecret, { now });
    if (event.event === "endpoint.test") return "test";
    const isEvent =
      eventIdPattern.test(event.id) &&
      typeof event.event === "string" &&
      Number.isSafeInteger(event.sequence) &&
      typeof event.data.checkoutId === "string";
    return isEvent ? event : null;
  } catch (error) {
    return error instanceof WebhookSignatureError ? "forged" : null;
  }
}

// Orders are files, like rows of an order table: one per order, and one per event, named by the event's id, so that an
// event is stored only once.

const orderIdPattern = /^ord_[0-9a-f]{32}$/;
const eventIdPattern = /^evt_[0-9a-z]{1,40}$/;

function orderFile({ ordersFolder }: ShopSettings, orderId: string): string {
  return path.join(ordersFolder, `${orderId}.json`);
}

function eventsFolder({ ordersFolder }: ShopSettings, orderId: string): string {
  return path.join(ordersFolder, `${orderId}.events`);
}

async function saveOrder(settings: ShopSettings, order: Order): Promise<void> {
  await mkdir(settings.ordersFolder, { recursive: true, mode: 0o700 });
  const file = orderFile(settings, order.id);
  const draft = await writeDraft(file, order);
  await rename(draft, file);
}

/** Whether the event was new. Linking fails when the file exists, so only one request wins. */
async function saveEvent(settings: ShopSettings, orderId: string, event: ShopEvent): Promise<boolean> {
  const folder = eventsFolder(settings, orderId);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `${event.id}.json`);
  const draft = await writeDraft(file, event);
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Writes a temporary file, so that no reader finds half a file. */
async function writeDraft(file: string, content: unknown): Promise<string> {
  const draft = `${file}.${randomBytes(6).toString("hex")}.draft`;
  await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  return draft;
}

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
