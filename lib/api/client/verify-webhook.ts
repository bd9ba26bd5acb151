import { createHmac, timingSafeEqual } from "node:crypto";
import type { EndpointTestEvent, WebhookEvent } from "./types.js";

// Receives webhooks of Stablecoin Checkout in a merchant's backend: nothing but Node's own crypto. Copy this
// file and types.ts into your own code.

/** As in fetch's Request, Node or Express. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Not sent by the service, changed on the way, or too old: answer 401. */
export class WebhookSignatureError extends Error {
  override readonly name = "WebhookSignatureError";
}

/**
 * The event of a delivery, once its `x-svc-signature` proves that the service sent exactly these bytes just now. The
 * same event may arrive more than once: act on each `id` once, and ship only if `createdVia`, `referenceId` and the
 * price match what you sold. Answer 2xx to `endpoint.test`, which you send yourself, and to unknown kinds, and do
 * nothing.
 *
 * @param rawBody the body as received, before any parsing: serialised again it may differ
 * @param secrets the endpoint's secret; during a rotation the old one beside the new one
 * @throws WebhookSignatureError; TypeError for a parsed body
 * @example const event = verifyWebhook(await request.text(), request.headers, secret);
 */
export function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, now = new Date() }: { toleranceSeconds?: number; now?: Date } = {},
): WebhookEvent | EndpointTestEvent {
  if (typeof rawBody !== "string" && !(rawBody instanceof Uint8Array))
    throw new TypeError(
      "verifyWebhook: pass the raw body, for example express.raw(), not one that was parsed",
    );
  const header = signatureOf(headers);
  const time = /^t=(\d{1,12})(?=,)/.exec(header)?.[1];
  if (time === undefined) throw new WebhookSignatureError("x-svc-signature is missing or malformed");
  if (!(Math.abs(now.getTime() / 1_000 - Number(time)) <= toleranceSeconds))
    throw new WebhookSignatureError("x-svc-signature is too old, or this machine's clock is wrong");

  const signatures = [...header.matchAll(/,\s*v1=([0-9a-f]{64})(?=,|$)/g)].map(([, hex = ""]) =>
    Buffer.from(hex, "hex"),
  );
  const expected = [secrets]
    .flat()
    // Anyone could sign with an empty secret.
    .filter((secret) => secret !== "")
    .map((secret) => createHmac("sha256", secret).update(`${time}.`).update(rawBody).digest());
  const matches = expected.some((digest) => signatures.some((given) => timingSafeEqual(given, digest)));
  if (!matches) throw new WebhookSignatureError("x-svc-signature does not match the body");
  return JSON.parse(typeof rawBody === "string" ? rawBody : Buffer.from(rawBody).toString("utf8"));
}

function signatureOf(headers: WebhookHeaders): string {
  const name = "x-svc-signature";
  if (headers instanceof Headers) return headers.get(name) ?? "";
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === "string" ? found : (found?.join(",") ?? "");
}
