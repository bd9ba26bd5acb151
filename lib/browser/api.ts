/** `code` is the API's, or `UNREACHABLE` without an answer from the API. */
export type ApiError = { code: string; message: string; param?: string | undefined; retryAfterMs: number };
export type ApiAnswer<T> = { ok: true; data: T } | { ok: false; error: ApiError };

/** An answer to send as `If-None-Match` with the next request. */
export type Held<T> = { tag: string; data: T };

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

/**
 * Calls the service that served the page. Never throws.
 *
 * @param held where the last answer of this path is kept, if an unchanged one needs no new body
 */
export async function callApi<T>(
  path: string,
  init: RequestInit,
  held?: { current: Held<T> | null },
): Promise<ApiAnswer<T>> {
  const last = held?.current ?? null;
  try {
    const response = await fetch(path, {
      ...init,
      headers: {
        accept: "application/json",
        ...(last === null ? {} : { "if-none-match": last.tag }),
        ...init.headers,
      },
    });
    if (response.status === 304 && last !== null) {
      // A browser counts a request as unfinished until its body is read, and fails it later.
      await response.text();
      return { ok: true, data: last.data };
    }
    const body = (await response.json()) as ApiAnswer<T>;
    if (body.ok) {
      const tag = response.headers.get("etag");
      if (held !== undefined) held.current = tag === null ? null : { tag, data: body.data };
      return body;
    }
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
