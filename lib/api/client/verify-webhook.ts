import type { EndpointTestEvent, WebhookEvent } from "./types.ts";

// Receives webhooks of Stablecoin Checkout in a merchant's backend: no dependency but WebCrypto (Node 20 and newer,
// Deno, Bun, workers). Copy this file and types.ts into your own code.

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
 * @returns rejects with WebhookSignatureError; with TypeError for a parsed body
 * @example const event = await verifyWebhook(await request.text(), request.headers, secret);
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, now = new Date() }: { toleranceSeconds?: number; now?: Date } = {},
): Promise<WebhookEvent | EndpointTestEvent> {
  if (typeof rawBody !== "string" && !(rawBody instanceof Uint8Array))
    throw new TypeError(
      "verifyWebhook: pass the raw body, for example express.raw(), not one that was parsed",
    );
  const header = signatureOf(headers);
  const time = /^t=(\d{1,12})(?=,)/.exec(header)?.[1];
  if (time === undefined) throw new WebhookSignatureError("x-svc-signature is missing or malformed");
  if (!(Math.abs(now.getTime() / 1_000 - Number(time)) <= toleranceSeconds))
    throw new WebhookSignatureError("x-svc-signature is too old, or this machine's clock is wrong");

  const signatures = [...header.matchAll(/,\s*v1=([0-9a-f]{64})(?=,|$)/g)]
    // The service sends two at most, and each costs a pass over the body.
    .slice(0, 10)
    .map(([, hex = ""]) => new Uint8Array((hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))));
  const message = concat(utf8.encode(`${time}.`), bodyBytes(rawBody));
  for (const secret of [secrets].flat()) {
    // Anyone could sign with an empty secret.
    if (secret === "") continue;
    const bytes = new Uint8Array(utf8.encode(secret));
    const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [
      "verify",
    ]);
    // Takes the same time for every wrong signature.
    for (const signature of signatures)
      if (await crypto.subtle.verify("HMAC", key, signature, message))
        return JSON.parse(typeof rawBody === "string" ? rawBody : new TextDecoder().decode(rawBody));
  }
  throw new WebhookSignatureError("x-svc-signature does not match the body");
}

const utf8 = new TextEncoder();

function bodyBytes(rawBody: string | Uint8Array): Uint8Array {
  return typeof rawBody === "string" ? utf8.encode(rawBody) : rawBody;
}

/** In memory of its own: WebCrypto's types refuse shared memory. */
function concat(first: Uint8Array, second: Uint8Array) {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}

function signatureOf(headers: WebhookHeaders): string {
  const name = "x-svc-signature";
  if (headers instanceof Headers) return headers.get(name) ?? "";
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === "string" ? found : (found?.join(",") ?? "");
}
