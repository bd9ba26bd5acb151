// Made from packages/client/src, and not edited by hand. Copy this file and types.ts into your own code.

import type * as api from "./types.ts";

export type * from "./types.ts";

// The Server API of Stablecoin Checkout for a merchant's backend: no dependency but `fetch` (Node 20 and newer,
// Deno, Bun, workers).

export type CheckoutClientOptions = ConnectionOptions & {
  /** `svc_server_…`; it stays on your server. */
  serverKey: string;
};

export type CheckoutClient = ReturnType<typeof createCheckoutClient>;

/**
 * A typed client of the Server API. Every method retries with the same idempotency key when there is no answer, on 429
 * and 5xx, and while an earlier attempt is still running. `for await` walks through the whole of a list.
 *
 * @throws CheckoutApiError when the service refuses, CheckoutConnectionError when it does not answer
 * @example const checkouts = createCheckoutClient({ baseUrl: "https://pay.example.com", serverKey }); const {
 * checkoutUrl } = await checkouts.createCheckout({ fiatAmount: "4.50", fiatCurrency: "USD" });
 */
export function createCheckoutClient({ serverKey, ...connection }: CheckoutClientOptions) {
  if (!/^svc_server_/.test(serverKey)) throw new TypeError("serverKey must begin with svc_server_");
  const { get, list, post } = createRequests(serverKey, connection);
  const checkout = (id: string, ...rest: string[]) => ["v1", "checkouts", id, ...rest];
  const link = (id: string, ...rest: string[]) => ["v1", "payment-links", id, ...rest];
  const endpoint = (id: string, ...rest: string[]) => ["v1", "webhook-endpoints", id, ...rest];

  return {
    createCheckout: (body: api.CreateCheckout, options?: WriteOptions) =>
      post<api.Checkout>(["v1", "checkouts"], body, options),
    listCheckouts: (query?: api.ListCheckouts, options?: CallOptions) =>
      list<api.Checkout, api.CheckoutPagination>(["v1", "checkouts"], query, options),
    getCheckout: (checkoutId: string, options?: CallOptions) =>
      get<api.CheckoutDetails>(checkout(checkoutId), {}, options),
    cancelCheckout: (checkoutId: string, options?: WriteOptions) =>
      post<api.CancelledCheckout>(checkout(checkoutId, "cancel"), undefined, options),
    redeemCheckout: (checkoutId: string, options?: WriteOptions) =>
      post<api.RedeemedCheckout>(checkout(checkoutId, "redeem"), undefined, options),
    acceptPayment: (checkoutId: string, accept?: api.AcceptPayment, options?: WriteOptions) =>
      post<api.Checkout>(checkout(checkoutId, "accept"), accept, options),

    createRefund: (checkoutId: string, refund: api.CreateRefund, options?: WriteOptions) =>
      post<api.Refund>(checkout(checkoutId, "refunds"), refund, options),
    listRefunds: (checkoutId: string, query?: api.ListRefunds, options?: CallOptions) =>
      list<api.Refund, api.Pagination>(checkout(checkoutId, "refunds"), query, options),
    listProjectRefunds: (query?: api.ListProjectRefunds, options?: CallOptions) =>
      list<api.Refund, api.CursorPagination>(["v1", "refunds"], query, options),
    getRefund: (refundId: string, options?: CallOptions) =>
      get<api.Refund>(["v1", "refunds", refundId], {}, options),
    cancelRefund: (refundId: string, options?: WriteOptions) =>
      post<api.Refund>(["v1", "refunds", refundId, "cancel"], undefined, options),

    createPaymentLink: (body: api.CreatePaymentLink, options?: WriteOptions) =>
      post<api.PaymentLink>(["v1", "payment-links"], body, options),
    listPaymentLinks: (query?: api.ListPaymentLinks, options?: CallOptions) =>
      list<api.PaymentLink, api.CursorPagination>(["v1", "payment-links"], query, options),
    getPaymentLink: (paymentLinkId: string, options?: CallOptions) =>
      get<api.PaymentLinkDetails>(link(paymentLinkId), {}, options),
    updatePaymentLink: (paymentLinkId: string, changes: api.UpdatePaymentLink, options?: WriteOptions) =>
      post<api.PaymentLink>(link(paymentLinkId), changes, options),
    endPaymentLink: (paymentLinkId: string, options?: WriteOptions) =>
      post<api.PaymentLink>(link(paymentLinkId, "end"), undefined, options),

    listSettlements: (query?: api.ListSettlements, options?: CallOptions) =>
      list<api.Settlement, api.CursorPagination>(["v1", "settlements"], query, options),
    getSettlement: (settlementId: string, options?: CallOptions) =>
      get<api.SettlementDetails>(["v1", "settlements", settlementId], {}, options),
    getBalances: (options?: CallOptions) => get<api.Balance[]>(["v1", "balances"], {}, options),
    listStrays: (query?: api.ListStrays, options?: CallOptions) =>
      list<api.Stray, api.CursorPagination>(["v1", "strays"], query, options),
    decideStray: (decision: api.DecideStray, options?: WriteOptions) =>
      post<api.DecidedStray>(["v1", "strays", "decide"], decision, options),

    listEvents: (query?: api.ListEvents, options?: CallOptions) =>
      list<api.WebhookEvent, api.CursorPagination>(["v1", "events"], query, options),
    getEvent: (eventId: string, options?: CallOptions) =>
      get<api.WebhookEvent>(["v1", "events", eventId], {}, options),

    createWebhookEndpoint: (body: api.CreateWebhookEndpoint, options?: WriteOptions) =>
      post<api.WebhookEndpoint>(["v1", "webhook-endpoints"], body, options),
    listWebhookEndpoints: (query?: api.ListWebhookEndpoints, options?: CallOptions) =>
      list<api.WebhookEndpoint, api.CursorPagination>(["v1", "webhook-endpoints"], query, options),
    getWebhookEndpoint: (endpointId: string, options?: CallOptions) =>
      get<api.WebhookEndpoint>(endpoint(endpointId), {}, options),
    updateWebhookEndpoint: (endpointId: string, changes: api.UpdateWebhookEndpoint, options?: WriteOptions) =>
      post<api.WebhookEndpoint>(endpoint(endpointId), changes, options),
    disableWebhookEndpoint: (endpointId: string, options?: WriteOptions) =>
      post<api.WebhookEndpoint>(endpoint(endpointId, "disable"), undefined, options),
    enableWebhookEndpoint: (endpointId: string, options?: WriteOptions) =>
      post<api.WebhookEndpoint>(endpoint(endpointId, "enable"), undefined, options),
    rotateWebhookSecret: (endpointId: string, rotate?: api.RotateWebhookSecret, options?: WriteOptions) =>
      post<api.RotatedSecret>(endpoint(endpointId, "rotate"), rotate, options),
    testWebhookEndpoint: (endpointId: string, options?: WriteOptions) =>
      post<api.SentTest>(endpoint(endpointId, "test"), undefined, options),
    listWebhookDeliveries: (endpointId: string, query?: api.ListWebhookDeliveries, options?: CallOptions) =>
      list<api.WebhookDelivery, api.CursorPagination>(endpoint(endpointId, "deliveries"), query, options),
    getWebhookDelivery: (deliveryId: string, options?: CallOptions) =>
      get<api.WebhookDeliveryDetails>(["v1", "webhook-deliveries", deliveryId], {}, options),
    resendWebhookDelivery: (deliveryId: string, options?: WriteOptions) =>
      post<api.ResentDelivery>(["v1", "webhook-deliveries", deliveryId, "resend"], undefined, options),
  };
}

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
function createRequests(key: string, options: ConnectionOptions) {
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
