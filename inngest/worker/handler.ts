import { createHmac } from "node:crypto";
import type { InngestFunction } from "inngest";
import { serve } from "inngest/edge";
import { readText } from "@/lib/api/http/read-input";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { InngestClient } from "./client";

/** Many times the size of our calls. The signature can be checked only after reading the whole body. */
const maxCallBytes = 256 * 1024;

/** A serve handler of the Inngest SDK: one call of one function per request. */
export type InngestHandler = (request: Request) => Promise<Response>;

/**
 * The handler for `/api/inngest`. It runs only requests with Inngest's signature, including the registration (`PUT`).
 * @param origin where Inngest reaches this service (`https://pay.example.com`), used instead of the `Host` header
 */
export function createHandler(
  client: InngestClient,
  functions: readonly InngestFunction.Any[],
  origin: string,
): InngestHandler {
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

/** A body's signature in the `x-inngest-signature` header, as in both directions of Inngest's protocol. */
export function sign(key: string, body: string, atMs: number): string {
  const seconds = String(Math.floor(atMs / 1_000));
  const hmac = createHmac("sha256", key.replace(/^signkey-\w+-/, "")).update(body + seconds);
  return `t=${seconds}&s=${hmac.digest("hex")}`;
}
