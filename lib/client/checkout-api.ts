import type { VerifyPaymentResult } from "@/lib/schemas/payment-actions";
import type { PublicCheckoutView } from "@/lib/schemas/public-checkout";

/** `code` is the API's, or `UNREACHABLE` when no answer of the API came. */
export type ApiError = { code: string; message: string; retryAfterMs: number };
export type ApiAnswer<T> = { ok: true; data: T } | { ok: false; error: ApiError };

/** `GET /api/c/:id` */
export function fetchCheckout(
  checkoutId: string,
  signal: AbortSignal,
): Promise<ApiAnswer<PublicCheckoutView>> {
  return call(checkoutPath(checkoutId), { cache: "no-store", signal });
}

/** `POST /api/c/:id/select` */
export function selectToken(
  checkoutId: string,
  choice: { chainId: number; tokenAddress: string },
): Promise<ApiAnswer<PublicCheckoutView>> {
  return call(`${checkoutPath(checkoutId)}/select`, post(choice));
}

/** `POST /api/c/:id/verify` */
export function verifyPayment(
  checkoutId: string,
  payment: { txHash: string; chainId: number },
): Promise<ApiAnswer<VerifyPaymentResult>> {
  return call(`${checkoutPath(checkoutId)}/verify`, post(payment));
}

function checkoutPath(checkoutId: string): string {
  return `/api/c/${encodeURIComponent(checkoutId)}`;
}

function post(body: unknown): RequestInit {
  return {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  };
}

async function call<T>(path: string, init: RequestInit): Promise<ApiAnswer<T>> {
  try {
    const response = await fetch(path, {
      ...init,
      headers: { accept: "application/json", ...init.headers },
    });
    const body = (await response.json()) as ApiAnswer<T>;
    if (body.ok) return body;
    const retryAfterSeconds = Number(response.headers.get("retry-after") ?? 0);
    return {
      ok: false,
      error: {
        ...body.error,
        retryAfterMs: Number.isFinite(retryAfterSeconds) ? retryAfterSeconds * 1_000 : 0,
      },
    };
  } catch (error) {
    // Offline, refused, timed out, or a proxy's HTML page.
    const message = error instanceof Error ? error.message : "no answer";
    return { ok: false, error: { code: "UNREACHABLE", message, retryAfterMs: 0 } };
  }
}
