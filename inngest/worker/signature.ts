import { createHash, createHmac, timingSafeEqual } from "node:crypto";

const prefix = /^signkey-\w+-/;

/** A body's signature in the `x-inngest-signature` header, as in both directions of Inngest's protocol. */
export function sign(key: string, body: string, atMs: number): string {
  const seconds = String(Math.floor(atMs / 1_000));
  return `t=${seconds}&s=${hmac(key, body + seconds)}`;
}

/** The call signed like an Inngest server's: over the canonical form of its body. */
export async function signRequest(request: Request, key: string): Promise<Request> {
  const body = canonicalJson(await request.json());
  const headers = new Headers(request.headers);
  headers.set("x-inngest-signature", sign(key, body, Date.now()));
  return new Request(request.url, { method: request.method, headers, body });
}

/** Whether one of the keys signed the body. */
export function isSignedBy(keys: readonly string[], body: string, signature: string | null): boolean {
  const parts = new URLSearchParams(signature ?? "");
  const given = Buffer.from(parts.get("s") ?? "");
  return keys.some((key) => {
    const expected = Buffer.from(hmac(key, body + (parts.get("t") ?? "")));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
}

/** An app's bearer token: it never sends the key itself. */
export function hashedKey(key: string): string {
  const hash = createHash("sha256").update(key.replace(prefix, ""), "hex").digest("hex");
  return `${prefix.exec(key)?.[0] ?? ""}${hash}`;
}

/** JSON with sorted object members (RFC 8785): the app signs and checks this form. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

function hmac(key: string, text: string): string {
  return createHmac("sha256", key.replace(prefix, "")).update(text).digest("hex");
}
