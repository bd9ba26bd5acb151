import { createHash } from "node:crypto";
import type { PublicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";

/**
 * The tag of a checkout's view: another one whenever anything but the present time is another, or the deadline has
 * passed. It is weak (RFC 9110 §8.8.1), since the time differs between answers with the same tag.
 */
export function checkoutTag({ serverTime, ...view }: PublicCheckoutView): string {
  const isPastDeadline = Date.parse(serverTime) >= Date.parse(view.expiresAt);
  return tagOf([view, isPastDeadline]);
}

/** The weak tag of an answer that follows from the content alone. */
export function tagOf(content: unknown): string {
  const digest = createHash("sha256").update(JSON.stringify(content)).digest("base64url");
  return `W/"${digest.slice(0, 22)}"`;
}

/** A tag's opaque part, which may contain commas (RFC 9110 §8.8.3). */
const opaqueTags = /(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g;

/** Whether the client holds the answer with this tag: by the weak comparison of `If-None-Match` (RFC 9110 §13.1.2). */
export function holdsTag(headers: Headers, tag: string): boolean {
  const held = headers.get("if-none-match");
  if (held === null) return false;
  return held.trim() === "*" || [...held.matchAll(opaqueTags)].some(([, opaque]) => tag === `W/"${opaque}"`);
}
