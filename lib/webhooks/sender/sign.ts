import { createHmac } from "node:crypto";

const secretPrefix = "whsec_";
const secretPattern = /^whsec_[0-9A-Za-z+/]+={0,2}$/;

/** A new signing secret: `whsec_` and 32 random bytes in base64 (decisions §11). */
export function newWebhookSecret(randomBytes: (count: number) => Uint8Array): string {
  return `${secretPrefix}${Buffer.from(randomBytes(32)).toString("base64")}`;
}

export type WebhookSignatureHeaders = {
  "x-svc-signature": string;
  "webhook-id": string;
  "webhook-timestamp": string;
  "webhook-signature": string;
};

/**
 * The signature headers of a delivery, in this service's own form and in that of Standard Webhooks. The first uses the
 * whole secret text as HMAC key, so that a receiver needs no decoding; the second the decoded bytes after the prefix,
 * like its libraries. Every secret in force signs, so a rotation loses nothing.
 *
 * @param body exactly the text that is sent
 * @param at the moment of this attempt
 * @throws RangeError when a secret is malformed; the message does not show it
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signWebhook({
  id,
  body,
  secrets,
  at,
}: {
  id: string;
  body: string;
  secrets: readonly string[];
  at: Date;
}): WebhookSignatureHeaders {
  if (secrets.length === 0 || !secrets.every((secret) => secretPattern.test(secret))) {
    throw new RangeError("a webhook is signed with secrets of the form whsec_<base64>");
  }
  const timestamp = Math.floor(at.getTime() / 1_000).toString();
  const own = secrets.map((secret) => `v1=${hmac(secret, `${timestamp}.${body}`).toString("hex")}`);
  const standard = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), "base64");
    return `v1,${hmac(key, `${id}.${timestamp}.${body}`).toString("base64")}`;
  });
  return {
    "x-svc-signature": [`t=${timestamp}`, ...own].join(","),
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": standard.join(" "),
  };
}

function hmac(key: string | Uint8Array, text: string): Buffer {
  return createHmac("sha256", key).update(text, "utf8").digest();
}
