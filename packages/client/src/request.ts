import type * as api from "./generated/types.js";

export type ConnectionOptions = {
  /** The URL of the service, e.g. https://pay.example.com */
  baseUrl: string;
  /** How often to retry a request without an answer, or with 429 or 5xx; 3 by default. */
  maxRetries?: number;
  /** Time limit of one attempt; 15 seconds by default. */
  timeoutMs?: number;
  /** The longest wait before a retry; a longer Retry-After throws the error. 10 s by default. */
  maxWaitMs?: number;
  /** Sends the requests; the global one by default. */
  fetch?: typeof fetch;
  /** For tests. */
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
};

export type CallOptions = {
  /** Ends the call, its waits and its retries; the call then rejects with the signal's reason. */
  signal?: AbortSignal;
};

export type WriteOptions = CallOptions & {
  /** Runs the request once for this key, however often it is sent. By default each call has its own key. */
  idempotencyKey?: string;
};

/** A page of a list. */
export type List<T, P = api.Pagination> = { data: T[]; pagination: P };

/** `await` returns one page; `for await` walks through the entries of this page and all later ones. */
export type Listing<T, P = api.Pagination> = Promise<List<T, P>> & AsyncIterable<T>;

/** The service refused the request. */
export class CheckoutApiError extends Error {
  override readonly name = "CheckoutApiError";
  /** A newer version of the service may have codes that are unknown here. */
  readonly code: api.ErrorCode | (string & {});
  /** HTTP status. */
  readonly status: number;
  /** The invalid field. */
  readonly param: string | undefined;
  /** Every invalid field of a VALIDATION_ERROR. */
  readonly details: readonly { param: string; message: string }[];
  /** Name it when you ask about the request. */
  readonly requestId: string | undefined;

  constructor(status: number, error: FailureBody) {
    super(`${error.code}: ${error.message}`);
    this.code = error.code;
    this.status = status;
    this.param = error.param;
    this.details = error.details ?? [];
    this.requestId = error.requestId;
  }
}

/** No answer, or not in the service's form: it is unknown whether the request was carried out. */
export class CheckoutConnectionError extends Error {
  override readonly name = "CheckoutConnectionError";
}

type FailureBody = {
  code: string;
  message: string;
  requestId?: string;
  param?: string;
  details?: { param: string; message: string }[];
};

/** The segments of a path; ids among them are checked. */
type Path = readonly string[];

type ApiRequest = {
  method: "GET" | "POST";
  path: Path;
  query?: object | undefined;
  body?: object | undefined;
  idempotencyKey?: string;
  signal?: AbortSignal | undefined;
};

type Attempt<T> =
  | { ok: true; body: T }
  | { ok: false; error: Error; again: boolean; retryAfterMs: number | null };

/** How the clients send their requests. */
export function createRequests(key: string, options: ConnectionOptions) {
  const send = createSender(key, options);
  const read = async <T>(request: ApiRequest): Promise<T> => (await send<{ data: T }>(request)).data;
  return {
    get: <T>(path: Path, query?: object, { signal }: CallOptions = {}) =>
      read<T>({ method: "GET", path, query, signal }),
    post: <T>(
      path: Path,
      body?: object,
      { idempotencyKey = crypto.randomUUID(), signal }: WriteOptions = {},
    ) => read<T>({ method: "POST", path, body, idempotencyKey, signal }),
    list: <T, P extends object>(
      path: Path,
      query: object = {},
      { signal }: CallOptions = {},
    ): Listing<T, P> => {
      const page = async (of: object): Promise<List<T, P>> => {
        const { data, pagination } = await send<List<T, P>>({ method: "GET", path, query: of, signal });
        return { data, pagination };
      };
      const first = page(query);
      return Object.assign(first, {
        async *[Symbol.asyncIterator]() {
          let current = await first;
          for (;;) {
            yield* current.data;
            const next = nextQuery(query, current);
            if (next === null) return;
            current = await page(next);
          }
        },
      });
    },
  };
}

/** The query of the page after this one; null at the end. */
function nextQuery(query: object, { data, pagination }: List<unknown, object>): object | null {
  const { next, skip = 0, total = 0 } = pagination as { next?: string | null } & Partial<api.Pagination>;
  const rest = { ...query, skip: undefined, before: undefined };
  if (typeof next === "string") return { ...rest, after: next };
  // The refunds of one checkout have no cursor.
  const read = skip + data.length;
  return next === undefined && data.length > 0 && read < total ? { ...rest, skip: read } : null;
}

function createSender(
  key: string,
  {
    baseUrl,
    maxRetries = 3,
    timeoutMs = 15_000,
    maxWaitMs = 10_000,
    fetch: request = fetch,
    sleep = wait,
  }: ConnectionOptions,
) {
  if (!/^https?:\/\//.test(baseUrl)) throw new TypeError("baseUrl must begin with https:// or http://");
  const base = baseUrl.replace(/\/+$/, "");

  async function attempt<T>({ method, path, query = {}, body, idempotencyKey, signal }: ApiRequest) {
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const pairs = given.map(([name, value]): [string, string] => [name, String(value)]);
    const search = new URLSearchParams(pairs).toString();
    // Not AbortSignal.any and AbortSignal.timeout: not every runtime has both.
    const ender = new AbortController();
    const end = () => ender.abort();
    const timer = setTimeout(end, timeoutMs);
    signal?.addEventListener("abort", end);
    try {
      const answer = await request(`${base}/${path.join("/")}${search === "" ? "" : `?${search}`}`, {
        method,
        headers: {
          accept: "application/json",
          "x-api-key": key,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        // Never send the key to the target of a redirect. Workers don't know "error".
        redirect: "manual",
        signal: ender.signal,
      });
      return readAnswer<T>(answer, await answer.text());
    } catch (cause) {
      signal?.throwIfAborted();
      const error = new CheckoutConnectionError("the checkout service does not answer");
      // The constructor takes a cause only from ES2022 on.
      return failed<T>(Object.assign(error, { cause }), true);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
    }
  }

  return async function send<T>(apiRequest: ApiRequest): Promise<T> {
    const { path, signal } = apiRequest;
    // Elsewhere in a path, ".." or "?" would have another meaning.
    const wrong = path.find((segment) => !/^[\w-]+$/.test(segment));
    if (wrong !== undefined) throw new TypeError(`${JSON.stringify(wrong)} is not an id`);
    for (let retries = 0; ; retries += 1) {
      signal?.throwIfAborted();
      const result = await attempt<T>(apiRequest);
      if (result.ok) return result.body;
      const waitMs = result.retryAfterMs ?? backoffMs(retries);
      if (!result.again || retries >= maxRetries || waitMs > maxWaitMs) throw result.error;
      await sleep(waitMs, signal);
    }
  };
}

function readAnswer<T>(answer: Response, text: string): Attempt<T> {
  const body = parse(text);
  if (answer.ok && body?.ok === true) return { ok: true, body: body as T };
  const again = answer.status === 429 || answer.status >= 500;
  const error = body?.error;
  if (typeof error?.code !== "string") {
    const message = `not an answer of the checkout service (HTTP ${answer.status})`;
    return failed(new CheckoutConnectionError(message), again, answer);
  }
  const inUse = error.code === "IDEMPOTENCY_KEY_IN_USE";
  return failed(new CheckoutApiError(answer.status, error), again || inUse, answer);
}

function failed<T>(error: Error, again: boolean, answer?: Response): Attempt<T> {
  return { ok: false, error, again, retryAfterMs: parseRetryAfter(answer?.headers.get("retry-after") ?? "") };
}

/** In seconds, or as the date of a proxy. */
function parseRetryAfter(value: string): number | null {
  if (/^\d{1,6}$/.test(value)) return Number(value) * 1_000;
  const at = value.endsWith(" GMT") ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}

function parse(text: string): { ok?: unknown; error?: FailureBody } | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : null;
  } catch {
    return null;
  }
}

/** Half a second, doubled each time, with jitter so that many clients do not return together. */
function backoffMs(retries: number): number {
  return 500 * 2 ** retries * (0.75 + Math.random() / 2);
}

function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end);
  });
}
