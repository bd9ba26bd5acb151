/** `code` is the API's, or `UNREACHABLE` when no answer of the API came. */
export type ApiError = { code: string; message: string; param?: string | undefined; retryAfterMs: number };
export type ApiAnswer<T> = { ok: true; data: T } | { ok: false; error: ApiError };

/** A POST of JSON. */
export function post(body: unknown): RequestInit {
  return {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  };
}

/** Asks the service that served the page. Never throws. */
export async function callApi<T>(path: string, init: RequestInit): Promise<ApiAnswer<T>> {
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
