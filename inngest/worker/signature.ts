import { createHash, createHmac, timingSafeEqual } from "node:crypto";

const prefix = /^signkey-\w+-/;

/** The signature of a body as both sides of Inngest's protocol put it into `x-inngest-signature`. */
export function sign(key: string, body: string, atMs: number): string {
  const seconds = String(Math.floor(atMs / 1_000));
  return `t=${seconds}&s=${hmac(key, body + seconds)}`;
}

/** The call as an Inngest server signs it: over the canonical form of its body. */
export async function signRequest(request: Request, key: string): Promise<Request> {
  const body = canonicalJson(await request.json());
  const headers = new Headers(request.headers);
  headers.set("x-inngest-signature", sign(key, body, Date.now()));
  return new Request(request.url, { method: request.method, headers, body });
}

/** Whether one of the keys made the signature of the body. */
export function isSignedBy(keys: readonly string[], body: string, signature: string | null): boolean {
  const parts = new URLSearchParams(signature ?? "");
  const given = Buffer.from(parts.get("s") ?? "");
  return keys.some((key) => {
    const expected = Buffer.from(hmac(key, body + (parts.get("t") ?? "")));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
}

/** What an app shows as its bearer token: it never sends the key itself. */
export function hashedKey(key: string): string {
  const hash = createHash("sha256").update(key.replace(prefix, ""), "hex").digest("hex");
  return `${prefix.exec(key)?.[0] ?? ""}${hash}`;
}

/** JSON with the members of every object in order (RFC 8785): the app signs and checks this form of what it reads. */
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
