import type { EndpointTestEvent, WebhookEvent } from "./generated/types.js";

// Receives webhooks of Stablecoin Checkout in a merchant's backend: no dependency but WebCrypto (Node 20 and newer,
// Deno, Bun, workers).

export type * from "./generated/types.js";

/** As in fetch's Request, Node or Express. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Not sent by the service, changed on the way, or too old: answer 401. */
export class WebhookSignatureError extends Error {
  override readonly name = "WebhookSignatureError";
}

/**
 * The event of a delivery, once a signature proves that the service sent exactly these bytes just now:
 * `x-svc-signature`, or the headers of Standard Webhooks where a gateway passes only those on. The same event may
 * arrive more than once: act on each `id` once, and ship only if `createdVia`, `referenceId` and the price match what
 * you sold. Answer 2xx to `endpoint.test`, which you send yourself, and to unknown kinds, and do nothing.
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
  // Not instanceof: test runners give each realm its own Uint8Array.
  if (typeof rawBody !== "string" && !ArrayBuffer.isView(rawBody))
    throw new TypeError(
      "verifyWebhook: pass the raw body, for example express.raw(), not one that was parsed",
    );
  const { name, time, signedBefore, signatures, toKey } = readSignatures(headers);
  if (!/^\d{1,12}$/.test(time)) throw new WebhookSignatureError(`${name} is missing or malformed`);
  if (!(Math.abs(now.getTime() / 1_000 - Number(time)) <= toleranceSeconds))
    throw new WebhookSignatureError(`${name} is too old, or this machine's clock is wrong`);

  const body = typeof rawBody === "string" ? utf8.encode(rawBody) : rawBody;
  const message = concat(utf8.encode(signedBefore), body);
  for (const secret of [secrets].flat()) {
    const bytes = toKey(secret);
    // Anyone could sign with an empty secret.
    if (bytes === null || bytes.length === 0) continue;
    const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [
      "verify",
    ]);
    // Takes the same time for every wrong signature. The service sends two at most, and each costs a pass over the body.
    for (const signature of signatures.slice(0, 10))
      if (await crypto.subtle.verify("HMAC", key, signature, message))
        return JSON.parse(typeof rawBody === "string" ? rawBody : new TextDecoder().decode(rawBody));
  }
  throw new WebhookSignatureError(`${name} does not match the body`);
}

type Bytes = ReturnType<typeof concat>;

type Signatures = {
  /** The header. */
  name: string;
  /** In seconds; empty if the header is malformed. */
  time: string;
  /** The signed text in front of the body. */
  signedBefore: string;
  signatures: Bytes[];
  /** Null for a secret that this form can't have. */
  toKey(secret: string): Bytes | null;
};

function readSignatures(headers: WebhookHeaders): Signatures {
  const own = headerOf(headers, "x-svc-signature");
  const standard = headerOf(headers, "webhook-signature");
  return own === "" && standard !== "" ? readStandard(headers, standard) : readOwn(own);
}

/** `t=1773480508,v1=<hex>,v1=<hex>`, with the secret's text as key. */
function readOwn(header: string): Signatures {
  const time = /^t=(\d+)(?=,)/.exec(header)?.[1] ?? "";
  const found = [...header.matchAll(/,\s*v1=([0-9a-f]{64})(?=,|$)/g)];
  return {
    name: "x-svc-signature",
    time,
    signedBefore: `${time}.`,
    signatures: found.map(([, hex = ""]) =>
      Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)),
    ),
    toKey: (secret) => concat(utf8.encode(secret)),
  };
}

/** `v1,<base64> v1,<base64>`, with the bytes behind `whsec_` as key. */
function readStandard(headers: WebhookHeaders, header: string): Signatures {
  const time = headerOf(headers, "webhook-timestamp");
  // 32 bytes have one spelling only: the last character has two bits that must be 0.
  const found = [...header.matchAll(/(?<=^| )v1,([A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=)(?= |$)/g)];
  return {
    name: "webhook-signature",
    time,
    signedBefore: `${headerOf(headers, "webhook-id")}.${time}.`,
    signatures: found.map(([, text = ""]) => fromBase64(text)),
    toKey: (secret) =>
      /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret) ? fromBase64(secret.slice("whsec_".length)) : null,
  };
}

const utf8 = new TextEncoder();

function fromBase64(text: string): Bytes {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** In memory of its own: WebCrypto's types refuse shared memory. */
function concat(first: Uint8Array, second: Uint8Array = new Uint8Array()) {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}

function headerOf(headers: WebhookHeaders, name: string): string {
  // Not instanceof: a framework may have a class of its own.
  if (typeof headers.get === "function") return headers.get(name) ?? "";
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === "string" ? found : (found?.join(",") ?? "");
}
