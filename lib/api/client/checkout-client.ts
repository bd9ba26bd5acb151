import type {
  AcceptPayment,
  Balance,
  CancelledCheckout,
  Checkout,
  CheckoutDetails,
  CheckoutPagination,
  CreateCheckout,
  CreatePaymentLink,
  CreateRefund,
  CreateWebhookEndpoint,
  CursorPagination,
  DecidedStray,
  DecideStray,
  ErrorCode,
  ForwardPagination,
  ListCheckouts,
  ListEvents,
  ListPaymentLinks,
  ListProjectRefunds,
  ListRefunds,
  ListSettlements,
  ListStrays,
  ListWebhookDeliveries,
  ListWebhookEndpoints,
  Pagination,
  PaymentLink,
  PaymentLinkDetails,
  Refund,
  ResentDelivery,
  RotatedSecret,
  RotateWebhookSecret,
  SentTest,
  Settlement,
  SettlementDetails,
  Stray,
  UpdatePaymentLink,
  UpdateWebhookEndpoint,
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookEndpoint,
  WebhookEvent,
} from "./types.ts";

// The Server API of Stablecoin Checkout for a merchant's backend: no dependency but `fetch` (Node 20 and newer,
// Deno, Bun, workers). Copy this file and types.ts into your own code.

export type CheckoutClientOptions = {
  /** The URL of the service, e.g. https://pay.example.com */
  baseUrl: string;
  /** `svc_server_…`; it stays on your server. */
  serverKey: string;
  /** How often to retry a request without an answer, or with 429 or 5xx; 3 by default. */
  maxRetries?: number;
  /** Time limit of one attempt; 15 seconds by default. */
  timeoutMs?: number;
  /** The longest wait before a retry; a longer Retry-After throws the error. 10 s by default. */
  maxWaitMs?: number;
  /** For tests. */
  fetch?: typeof fetch;
  /** For tests. */
  sleep?: (ms: number) => Promise<void>;
};

export type WriteOptions = {
  /** Runs the request once for this key, however often it is sent. By default each call has its own key. */
  idempotencyKey?: string;
};

/** A page of a list. */
export type List<T, P = Pagination> = { data: T[]; pagination: P };

export type CheckoutClient = {
  createCheckout(checkout: CreateCheckout, options?: WriteOptions): Promise<Checkout>;
  listCheckouts(query?: ListCheckouts): Promise<List<Checkout, CheckoutPagination>>;
  getCheckout(checkoutId: string): Promise<CheckoutDetails>;
  cancelCheckout(checkoutId: string, options?: WriteOptions): Promise<CancelledCheckout>;
  acceptPayment(checkoutId: string, accept?: AcceptPayment, options?: WriteOptions): Promise<Checkout>;
  createRefund(checkoutId: string, refund: CreateRefund, options?: WriteOptions): Promise<Refund>;
  listRefunds(checkoutId: string, query?: ListRefunds): Promise<List<Refund>>;
  listProjectRefunds(query?: ListProjectRefunds): Promise<List<Refund, CursorPagination>>;
  getRefund(refundId: string): Promise<Refund>;
  cancelRefund(refundId: string, options?: WriteOptions): Promise<Refund>;
  createPaymentLink(link: CreatePaymentLink, options?: WriteOptions): Promise<PaymentLink>;
  listPaymentLinks(query?: ListPaymentLinks): Promise<List<PaymentLink, CursorPagination>>;
  getPaymentLink(paymentLinkId: string): Promise<PaymentLinkDetails>;
  updatePaymentLink(
    paymentLinkId: string,
    changes: UpdatePaymentLink,
    options?: WriteOptions,
  ): Promise<PaymentLink>;
  endPaymentLink(paymentLinkId: string, options?: WriteOptions): Promise<PaymentLink>;
  listSettlements(query?: ListSettlements): Promise<List<Settlement, CursorPagination>>;
  getSettlement(settlementId: string): Promise<SettlementDetails>;
  getBalances(): Promise<Balance[]>;
  listStrays(query?: ListStrays): Promise<List<Stray, CursorPagination>>;
  decideStray(decision: DecideStray, options?: WriteOptions): Promise<DecidedStray>;
  listEvents(query?: ListEvents): Promise<List<WebhookEvent, CursorPagination>>;
  getEvent(eventId: string): Promise<WebhookEvent>;
  createWebhookEndpoint(endpoint: CreateWebhookEndpoint, options?: WriteOptions): Promise<WebhookEndpoint>;
  listWebhookEndpoints(query?: ListWebhookEndpoints): Promise<List<WebhookEndpoint, CursorPagination>>;
  getWebhookEndpoint(endpointId: string): Promise<WebhookEndpoint>;
  updateWebhookEndpoint(
    endpointId: string,
    changes: UpdateWebhookEndpoint,
    options?: WriteOptions,
  ): Promise<WebhookEndpoint>;
  disableWebhookEndpoint(endpointId: string, options?: WriteOptions): Promise<WebhookEndpoint>;
  enableWebhookEndpoint(endpointId: string, options?: WriteOptions): Promise<WebhookEndpoint>;
  rotateWebhookSecret(
    endpointId: string,
    rotate?: RotateWebhookSecret,
    options?: WriteOptions,
  ): Promise<RotatedSecret>;
  testWebhookEndpoint(endpointId: string, options?: WriteOptions): Promise<SentTest>;
  listWebhookDeliveries(
    endpointId: string,
    query?: ListWebhookDeliveries,
  ): Promise<List<WebhookDelivery, ForwardPagination>>;
  getWebhookDelivery(deliveryId: string): Promise<WebhookDeliveryDetails>;
  resendWebhookDelivery(deliveryId: string, options?: WriteOptions): Promise<ResentDelivery>;
};

/** The service refused the request. */
export class CheckoutApiError extends Error {
  override readonly name = "CheckoutApiError";
  /** A newer version of the service may have codes that are unknown here. */
  readonly code: ErrorCode | (string & {});
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

/**
 * A typed client of the Server API. Every method retries with the same idempotency key when there is no answer, on 429
 * and 5xx, and while an earlier attempt is still running.
 *
 * @throws CheckoutApiError when the service refuses, CheckoutConnectionError when it does not answer
 * @example const checkouts = createCheckoutClient({ baseUrl: "https://pay.example.com", serverKey }); const {
 * checkoutUrl } = await checkouts.createCheckout({ fiatAmount: "4.50", fiatCurrency: "USD" });
 */
export function createCheckoutClient(options: CheckoutClientOptions): CheckoutClient {
  const send = sender(options);
  const data = async <T>(request: ApiRequest): Promise<T> => (await send<{ data: T }>(request)).data;
  const list = async <T, P>(path: string, query: object = {}): Promise<List<T, P>> => {
    const { data: items, pagination } = await send<List<T, P>>({ method: "GET", path, query });
    return { data: items, pagination };
  };
  const get = <T>(path: string) => data<T>({ method: "GET", path });
  const post = <T>(path: string, body: object | undefined, { idempotencyKey }: WriteOptions = {}) =>
    data<T>({ method: "POST", path, body, idempotencyKey: idempotencyKey ?? crypto.randomUUID() });

  return {
    createCheckout: async (checkout, write) => post("/v1/checkouts", checkout, write),
    listCheckouts: async (query) => list("/v1/checkouts", query),
    getCheckout: async (id) => get(checkout(id)),
    cancelCheckout: async (id, write) => post(`${checkout(id)}/cancel`, undefined, write),
    acceptPayment: async (id, accept, write) => post(`${checkout(id)}/accept`, accept, write),
    createRefund: async (id, refund, write) => post(`${checkout(id)}/refunds`, refund, write),
    listRefunds: async (id, query) => list(`${checkout(id)}/refunds`, query),
    listProjectRefunds: async (query) => list("/v1/refunds", query),
    getRefund: async (id) => get(at("refunds", id)),
    cancelRefund: async (id, write) => post(`${at("refunds", id)}/cancel`, undefined, write),
    createPaymentLink: async (link, write) => post("/v1/payment-links", link, write),
    listPaymentLinks: async (query) => list("/v1/payment-links", query),
    getPaymentLink: async (id) => get(at("payment-links", id)),
    updatePaymentLink: async (id, changes, write) => post(at("payment-links", id), changes, write),
    endPaymentLink: async (id, write) => post(`${at("payment-links", id)}/end`, undefined, write),
    listSettlements: async (query) => list("/v1/settlements", query),
    getSettlement: async (id) => get(at("settlements", id)),
    getBalances: async () => get("/v1/balances"),
    listStrays: async (query) => list("/v1/strays", query),
    decideStray: async (decision, write) => post("/v1/strays/decide", decision, write),
    listEvents: async (query) => list("/v1/events", query),
    getEvent: async (id) => get(at("events", id)),
    createWebhookEndpoint: async (body, write) => post("/v1/webhook-endpoints", body, write),
    listWebhookEndpoints: async (query) => list("/v1/webhook-endpoints", query),
    getWebhookEndpoint: async (id) => get(endpoint(id)),
    updateWebhookEndpoint: async (id, changes, write) => post(endpoint(id), changes, write),
    disableWebhookEndpoint: async (id, write) => post(`${endpoint(id)}/disable`, undefined, write),
    enableWebhookEndpoint: async (id, write) => post(`${endpoint(id)}/enable`, undefined, write),
    rotateWebhookSecret: async (id, rotate, write) => post(`${endpoint(id)}/rotate`, rotate, write),
    testWebhookEndpoint: async (id, write) => post(`${endpoint(id)}/test`, undefined, write),
    listWebhookDeliveries: async (id, query) => list(`${endpoint(id)}/deliveries`, query),
    getWebhookDelivery: async (id) => get(at("webhook-deliveries", id)),
    resendWebhookDelivery: async (id, write) =>
      post(`${at("webhook-deliveries", id)}/resend`, undefined, write),
  };
}

/** An id is checked before it becomes part of a path, where ".." or "?" would have another meaning. */
function at(resource: string, id: string): string {
  if (!/^\w+$/.test(id)) throw new TypeError(`this is not an id of ${resource}`);
  return `/v1/${resource}/${id}`;
}

const checkout = (id: string) => at("checkouts", id);
const endpoint = (id: string) => at("webhook-endpoints", id);

type ApiRequest = {
  method: "GET" | "POST";
  path: string;
  query?: object;
  body?: object | undefined;
  idempotencyKey?: string;
};

type FailureBody = {
  code: string;
  message: string;
  requestId?: string;
  param?: string;
  details?: { param: string; message: string }[];
};

type Attempt<T> =
  | { ok: true; body: T }
  | { ok: false; error: Error; again: boolean; retryAfterMs: number | null };

function sender({
  baseUrl,
  serverKey,
  maxRetries = 3,
  timeoutMs = 15_000,
  maxWaitMs = 10_000,
  fetch: request = fetch,
  sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}: CheckoutClientOptions) {
  const base = baseUrl.replace(/\/+$/, "");

  async function attempt<T>({ method, path, query = {}, body, idempotencyKey }: ApiRequest) {
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const pairs = given.map(([name, value]): [string, string] => [name, String(value)]);
    const search = new URLSearchParams(pairs).toString();
    let answer: Response;
    let text: string;
    try {
      answer = await request(`${base}${path}${search === "" ? "" : `?${search}`}`, {
        method,
        headers: {
          accept: "application/json",
          "x-api-key": serverKey,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        // Never send the key to the target of a redirect.
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
      });
      text = await answer.text();
    } catch (cause) {
      const error = new CheckoutConnectionError("the checkout service does not answer");
      // The constructor takes a cause only from ES2022 on.
      return failed<T>(Object.assign(error, { cause }), true);
    }
    return read<T>(answer, text);
  }

  return async function send<T>(apiRequest: ApiRequest): Promise<T> {
    for (let retries = 0; ; retries += 1) {
      const result = await attempt<T>(apiRequest);
      if (result.ok) return result.body;
      const waitMs = result.retryAfterMs ?? backoffMs(retries);
      if (!result.again || retries >= maxRetries || waitMs > maxWaitMs) throw result.error;
      await sleep(waitMs);
    }
  };
}

function read<T>(answer: Response, text: string): Attempt<T> {
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
  const seconds = answer?.headers.get("retry-after") ?? "";
  const retryAfterMs = /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1_000 : null;
  return { ok: false, error, again, retryAfterMs };
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
