import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { Inngest, InngestFunction } from "inngest";
import { serve } from "inngest/edge";
import { readText } from "@/lib/api/http/read-input";
import { CheckoutError } from "@/lib/platform/values/errors.rules";

/** Many times the size of our calls. The signature can be checked only after reading the whole body. */
const maxCallBytes = 256 * 1024;

/** A serve handler of the Inngest SDK: one call of one function per request. */
export type InngestHandler = (request: Request) => Promise<Response>;

/**
 * The handler for the local engine, which calls it directly and never over the network. A client in local mode checks
 * no signature, so whoever reaches this handler can run any function with any data: pass it only to
 * `createLocalEngine`. Routes use `createNetworkHandler`.
 */
export function createHandler(
  client: Inngest.Any,
  functions: readonly InngestFunction.Any[],
): InngestHandler {
  return serve({ client, functions });
}

/**
 * The handler for `/api/inngest`. It answers 404 unless the client is in server mode, and then runs only requests with
 * Inngest's signature, including the registration (`PUT`).
 * @param origin where Inngest reaches this service (`https://pay.example.com`), used instead of the `Host` header
 */
export function createNetworkHandler(
  client: Inngest.Any,
  functions: readonly InngestFunction.Any[],
  origin: string,
): InngestHandler {
  if (client.mode !== "cloud") return async () => new Response(null, { status: 404 });
  const handler = serve({ client, functions, serveOrigin: origin, enableUnauthedSync: false });
  return async (request) => {
    try {
      return await handler(await bounded(request));
    } catch (error) {
      const isTooLarge = error instanceof CheckoutError && error.code === "PAYLOAD_TOO_LARGE";
      // The SDK catches errors of functions; an error here is an unreadable request.
      return new Response(null, { status: isTooLarge ? 413 : 400 });
    }
  };
}

/** The same request with its body already read. @throws CheckoutError PAYLOAD_TOO_LARGE, VALIDATION_ERROR */
async function bounded(request: Request): Promise<Request> {
  if (request.body === null) return request;
  const body = await readText(request, maxCallBytes);
  return new Request(request.url, { method: request.method, headers: request.headers, body });
}

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
