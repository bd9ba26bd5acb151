/** `code` is the API's, or `UNREACHABLE` without an answer from the API. */
export type ApiError = { code: string; message: string; param?: string | undefined; retryAfterMs: number };
export type ApiAnswer<T> = { ok: true; data: T } | { ok: false; error: ApiError };

/** Browsers' own words, such as "Failed to fetch", say nothing to a reader. */
const unreachable = "We can't reach the service. Check your connection and try again.";

/** A POST of JSON. */
export function post(body: unknown): RequestInit {
  return {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  };
}

/** Calls the service that served the page. Never throws. */
export async function callApi<T>(path: string, init: RequestInit): Promise<ApiAnswer<T>> {
  try {
    const response = await fetch(path, {
      ...init,
      headers: { accept: "application/json", ...init.headers },
    });
    const body = (await response.json()) as ApiAnswer<T>;
    if (body.ok) return body;
    // JSON from a proxy.
    if (typeof body.error?.message !== "string") throw new Error("not the API's envelope");
    const retryAfterSeconds = Number(response.headers.get("retry-after") ?? 0);
    return {
      ok: false,
      error: {
        ...body.error,
        retryAfterMs: Number.isFinite(retryAfterSeconds) ? retryAfterSeconds * 1_000 : 0,
      },
    };
  } catch {
    // Offline, refused, timed out, or a proxy's page.
    return { ok: false, error: { code: "UNREACHABLE", message: unreachable, retryAfterMs: 0 } };
  }
}
