// Charges for single requests to your own API (x402): no dependency but `fetch` (Node 20 and newer, Deno, Bun, workers).

export type ChargeOptions = {
  /** The URL of the service, e.g. https://pay.example.com */
  baseUrl: string;
  /** `svc_server_…`; it stays on your server. */
  serverKey: string;
  /**
   * For this long after its first use, a payment opens the same GET or HEAD again, such as after a lost answer. 0 by
   * default: once. Other methods may carry another body each time, so each needs a payment of its own.
   */
  repeatSeconds?: number;
  /** Sends the requests; the global one by default. */
  fetch?: typeof fetch;
};

/** In fiat, or in the smallest unit of one token. */
export type ChargePrice =
  | { fiatAmount: string; fiatCurrency: string }
  | { amount: string; chainId: number; tokenAddress: string };

export type Charge = { price: ChargePrice; describe: string };

export type Charged =
  /** Answer with `response`: the payment is missing, refused or not yet settled. */
  | { paid: false; response: Response }
  /** Answer the request, with these headers. */
  | { paid: true; checkoutId: string; headers: { "PAYMENT-RESPONSE": string } };

/** The checkout service refused, or gave no answer that we know. */
export class ChargeError extends Error {
  override readonly name = "ChargeError";
}

/** The service counts too many requests of this server. */
class BusyError extends ChargeError {
  readonly retryAfter: string;
  constructor(retryAfter: string) {
    super("the checkout service answered 429");
    this.retryAfter = retryAfter;
  }
}

/** What we read of the service's answers and of the payments. */
type Fields = {
  data?: {
    id?: string;
    createdVia?: string;
    metadata?: { charge?: string } | null;
    first?: boolean;
    redeemedAt?: string;
  };
  error?: { code?: string; message?: string };
  errorReason?: string;
  extensions?: { "offer-receipt"?: { info?: { reverted?: boolean } } };
  accepts?: Entry[];
  accepted?: Entry;
  resource?: object;
};
type Entry = { extra?: { checkout?: unknown } };
type Answer = { status: number; headers: Headers; body: Fields };

const json = "application/json";

/**
 * Lets a request to your API through once it is paid. Without a payment it answers 402 from a checkout that is created
 * for this request: its method, URL and price. A payment of another checkout, price, request or shop opens nothing.
 *
 * @throws ChargeError when the service doesn't answer. While it counts too many requests, the answer is 503.
 * @example const charged = await charge(request, { price: { fiatAmount: "0.05", fiatCurrency: "USD" }, describe:
 * "One forecast" }); if (!charged.paid) return charged.response;
 */
export function createCharge({
  baseUrl,
  serverKey,
  repeatSeconds = 0,
  fetch: ask = fetch,
}: ChargeOptions): (request: Request, charge: Charge) => Promise<Charged> {
  if (!/^svc_server_/.test(serverKey)) throw new TypeError("serverKey must begin with svc_server_");
  const base = baseUrl.replace(/\/+$/, "");

  async function call(path: string, init: { headers?: Record<string, string>; body?: object } = {}) {
    const { headers, body } = init;
    // Each may be repeated: a creation and a use have their idempotency key, and a payment its own outcome.
    for (let tries = 1; ; tries += 1)
      try {
        const response = await ask(base + path, {
          method: headers || body ? "POST" : "GET",
          headers: { accept: json, "content-type": json, "x-api-key": serverKey, ...headers },
          ...(body && { body: JSON.stringify(body) }),
          redirect: "manual",
        });
        const text = await response.text();
        return { status: response.status, headers: response.headers, body: parse(text) ?? {} };
      } catch (cause) {
        if (tries === 3)
          throw Object.assign(new ChargeError("the checkout service does not answer"), { cause });
      }
  }

  function failed({ status, headers, body }: Answer): ChargeError {
    if (status === 429) return new BusyError(headers.get("retry-after") ?? "1");
    return new ChargeError(`the checkout service answered ${status} ${body.error?.code ?? ""}`);
  }

  /** 402 of a checkout that is created for this request. */
  async function require(request: Request, { price, describe }: Charge, error?: string) {
    const created = await call("/v1/checkouts", {
      headers: { "idempotency-key": crypto.randomUUID() },
      body: {
        ...price,
        itemName: describe,
        expiryMinutes: 15,
        metadata: { charge: await nameOf(request, price) },
      },
    });
    const id = created.body.data?.id;
    if (created.status !== 201 || id === undefined) throw failed(created);
    const offer = await call(`/c/${id}/x402`);
    if (offer.status !== 402) throw failed(offer);
    return required(request, describe, id, offer, error);
  }

  function required(request: Request, describe: string, id: string, { headers }: Answer, error?: string) {
    const offer = decode(headers.get("payment-required"));
    if (offer === null) throw new ChargeError("the checkout service made no offer");
    const accepts = (offer.accepts ?? []).map((one) => ({
      ...one,
      // Clients return the entry that they accepted.
      extra: { ...one.extra, checkout: id },
    }));
    const resource = { ...offer.resource, url: request.url, description: describe };
    return answerTo(402, { ...offer, resource, accepts, ...(error && { error }) }, headers);
  }

  async function answer(request: Request, charge: Charge): Promise<Charged> {
    const header = request.headers.get("payment-signature");
    if (header === null) return require(request, charge);
    const payment = decode(header);
    if (payment === null) return answerTo(400, { error: "PAYMENT-SIGNATURE must be base64 of JSON" });
    const id = payment.accepted?.extra?.checkout;
    if (typeof id !== "string" || !/^chk_\w+$/.test(id)) return require(request, charge, "invalid_payload");
    const found = await call(`/v1/checkouts/${id}`);
    if (found.status >= 500 || found.status === 401 || found.status === 429) throw failed(found);
    // Anyone can create a checkout with an API key.
    const { createdVia, metadata } = found.body.data ?? {};
    const isOwn = createdVia === "server_key" && metadata?.charge === (await nameOf(request, charge.price));
    if (found.status !== 200 || !isOwn) return require(request, charge, "invalid_payment_requirements");

    const result = await call(`/c/${id}/x402`, { headers: { "payment-signature": header } });
    const response = result.headers.get("payment-response");
    if (result.status === 402)
      return result.headers.has("payment-required")
        ? required(request, charge.describe, id, result)
        : require(request, charge, String(decode(response)?.errorReason ?? "invalid_payload"));
    if (result.status === 202) return answerTo(202, { error: "settlement_pending" }, result.headers);
    if (result.status >= 500 || result.status === 429) throw failed(result);
    if (result.status !== 200 || response === null) return answerTo(result.status, result.body);
    // A reorganisation took the payment out of its block. It may come back.
    const isReverted = decode(response)?.extensions?.["offer-receipt"]?.info?.reverted === true;
    if (isReverted) return answerTo(202, { error: "settlement_pending" });

    const used = await call(`/v1/checkouts/${id}/redeem`, {
      headers: { "idempotency-key": crypto.randomUUID() },
    });
    // It came too late, or goes back to the payer.
    if (used.body.error?.code === "CONFLICT") return answerTo(409, { error: used.body.error.message });
    if (used.status !== 200) throw failed(used);
    const { first, redeemedAt } = used.body.data ?? {};
    const isRepeat =
      /^(GET|HEAD)$/.test(request.method) &&
      Date.now() - Date.parse(String(redeemedAt)) < repeatSeconds * 1_000;
    if (first !== true && !isRepeat) return answerTo(409, { error: "This payment was already used." });
    return { paid: true, checkoutId: id, headers: { "PAYMENT-RESPONSE": response } };
  }

  return async (request, charge) => {
    try {
      return await answer(request, charge);
    } catch (error) {
      if (!(error instanceof BusyError)) throw error;
      // The payer did nothing wrong, and may send the same payment again.
      return answerTo(503, { error: "busy" }, new Headers({ "retry-after": error.retryAfter }));
    }
  };
}

/** The request and its price: a checkout that was created for others opens nothing. */
async function nameOf({ method, url }: Request, price: ChargePrice): Promise<string> {
  const terms = new TextEncoder().encode(JSON.stringify([method, url, Object.entries(price).sort()]));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", terms));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function answerTo(status: number, body: object, from = new Headers()): { paid: false; response: Response } {
  const headers = { "cache-control": "no-store", "content-type": json };
  const response = new Response(JSON.stringify(body), { status, headers });
  if (status === 402) response.headers.set("PAYMENT-REQUIRED", encode(body));
  for (const name of ["PAYMENT-RESPONSE", "Retry-After"]) {
    const value = from.get(name);
    if (value !== null) response.headers.set(name, value);
  }
  response.headers.set("access-control-expose-headers", "PAYMENT-REQUIRED, PAYMENT-RESPONSE, Retry-After");
  return { paid: false, response };
}

const encode = (value: object) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))));

function decode(text: string | null): Fields | null {
  try {
    const bytes = Uint8Array.from(atob(text ?? ""), (character) => character.charCodeAt(0));
    return parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

function parse(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : null;
  } catch {
    return null;
  }
}
