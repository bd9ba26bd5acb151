import "server-only";
import { createHash } from "node:crypto";
import { clientNetwork, readClientAddress } from "@/lib/api/client-address";
import type { Call } from "@/lib/api/http/note-request";
import { requestIdOf, respondError } from "@/lib/api/http/respond";
import { getHttp, type HttpDeps } from "@/lib/api/wiring/http";
import { fault } from "@/lib/platform/faults/fault.rules";
import { type Limit, limitsOfClient, sharedLimit } from "@/lib/platform/limits/client-limits.rules";
import type { Admission, LimitState } from "@/lib/platform/limits/rate-limiter.port";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { hasIdForm } from "@/lib/platform/values/ids.rules";
import { minuteMs, secondMs } from "@/lib/platform/values/time.rules";
import type { KeyedLimit } from "./key-admission.store";

/** State of a limit, with its name in the headers. */
export type ReportedLimit = Pick<Limit, "most" | "windowMs"> & LimitState & { name: string };

/**
 * The rate limit headers of an answer. `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10)
 * list every limit: quota `q` in a window of `w` seconds, `r` remaining, more in `t` seconds. The older `X-RateLimit-*`
 * shows only the tightest; its reset is in Unix seconds.
 *
 * @param nowMs Unix time
 */
export function limitHeaders(limits: readonly ReportedLimit[], nowMs: number): Record<string, string> {
  const [tightest] = limits.toSorted((a, b) => a.remaining - b.remaining || b.resetMs - a.resetMs);
  if (tightest === undefined) return {};
  const policies = limits.map(
    ({ name, most, windowMs = minuteMs }) => `"${name}";q=${most};w=${windowMs / secondMs}`,
  );
  const states = limits.map(
    ({ name, remaining, resetMs }) => `"${name}";r=${remaining};t=${Math.ceil(resetMs / 1000)}`,
  );
  return {
    "ratelimit-policy": policies.join(", "),
    ratelimit: states.join(", "),
    "x-ratelimit-limit": String(tightest.most),
    "x-ratelimit-remaining": String(tightest.remaining),
    "x-ratelimit-reset": String(Math.ceil((nowMs + tightest.resetMs) / 1000)),
  };
}

const refundTokenPattern = /^[\w-]{43}$/;

/** This many clients may use one checkout at their full rate: a single stranger never locks the customer out. */
const clientsAtOnce = 10;

/** A limit with its name in the headers. */
type NamedLimit = Limit & { name: string };

/** The limit of a project's requests: its backend's and its API key's count separately. */
export function projectLimit(
  { requestLimits }: { requestLimits: HttpDeps["requestLimits"] },
  kind: "server" | "project",
): KeyedLimit & { name: string } {
  const most = kind === "project" ? requestLimits.projectPerMinute : requestLimits.serverPerMinute;
  return { name: kind, bucket: `${kind}:`, most, ofProject: true };
}

/** The limits of one client, the wider networks' named after their length. */
export function byClient(limit: NamedLimit, client: string): NamedLimit[] {
  return limitsOfClient(limit, client).map((each, step) => ({
    ...each,
    name: step === 0 ? limit.name : `${limit.name}-${each.bucket.split("/").at(-1)}`,
  }));
}

/** Counts a public request, like `clientLimits`. */
export async function limitByClient(call: Call, ...of: [kind?: string, isChange?: boolean]): Promise<void> {
  await admit(call, clientLimits(call, ...of));
}

/** Pictures and PDFs that are drawn for a client, over all checkouts and links: each takes a tenth of a second. */
export async function limitDrawings(call: Call): Promise<void> {
  const limit = { name: "drawings", bucket: "drawing", most: call.deps.requestLimits.actionPerMinute };
  await admit(call, byClient(limit, clientOf(call.request)));
}

/**
 * The limits of public requests: by client address over everything, and per checkout. Changes of a refund are counted
 * only by its link, which is a secret.
 *
 * @param kind of the changes that are counted together
 * @param isChange whether the request may change something: by default every POST
 */
export function clientLimits(
  { deps, request, params }: Call,
  kind = "action",
  isChange = request.method === "POST",
): NamedLimit[] {
  const { requestLimits } = deps;
  const client = clientOf(request);
  const { checkoutId = "", token = "" } = params;
  const limits = byClient(
    { name: "client", bucket: "client", most: requestLimits.publicIpPerMinute },
    client,
  );
  // A malformed id of any length needs no bucket of its own.
  if (hasIdForm("chk", checkoutId)) {
    const bucket = `checkout:${checkoutId}:${client}`;
    limits.push({ name: "checkout", bucket, most: requestLimits.publicPerMinute });
    if (isChange) {
      const action = { name: "action", bucket: `${kind}:${checkoutId}`, most: requestLimits.actionPerMinute };
      limits.push(...byClient(action, client));
    }
  }
  if (refundTokenPattern.test(token) && request.method === "POST") {
    // The link is a secret, so we store only its hash.
    const hash = createHash("sha256").update(token).digest("hex");
    limits.push({ name: "action", bucket: `refund:${hash}`, most: requestLimits.actionPerMinute });
  }
  return limits;
}

/**
 * Changes of a checkout over all clients, because each one asks the nodes. Counted once the body was read: an invalid
 * one costs only its sender.
 *
 * @param kind of the changes that are counted together
 * @param isChange like `clientLimits`
 */
export async function limitActions(
  call: Call,
  kind = "action",
  isChange = call.request.method === "POST",
): Promise<void> {
  const { checkoutId = "" } = call.params;
  if (!isChange || !hasIdForm("chk", checkoutId)) return;
  const most = call.deps.requestLimits.actionPerMinute * clientsAtOnce;
  const limit = { name: "checkout-actions", bucket: `${kind}:${checkoutId}`, most };
  await admit(call, [sharedLimit(limit, clientOf(call.request))]);
}

/** Searches for payments by sender, by client address over all checkouts: each asks a node of every network. */
export async function limitSearches(call: Call): Promise<void> {
  const limit = { name: "searches", bucket: "search", most: call.deps.requestLimits.actionPerMinute };
  await admit(call, byClient(limit, clientOf(call.request)));
}

/** Counts an unknown key. Good keys from the same address still work: an office shares one. */
export async function countFailedKey(call: Call): Promise<void> {
  const most = call.deps.requestLimits.failedKeysPerMinute;
  await admit(call, byClient({ name: "failed-keys", bucket: "failed-key", most }, clientOf(call.request)));
}

/** @throws CheckoutError RATE_LIMIT_EXCEEDED */
export async function admit(call: Call, limits: readonly NamedLimit[]): Promise<void> {
  reportAdmission(call, limits, await call.deps.rateLimiter.take(limits));
}

/** Writes the headers of a counted request. @throws CheckoutError RATE_LIMIT_EXCEEDED when it was not admitted */
export function reportAdmission(
  call: Call,
  limits: readonly Omit<NamedLimit, "bucket">[],
  { admitted, states, retryAfterMs }: Admission,
): void {
  const reported = limits.flatMap((limit, index) => {
    const state = states[index];
    return state === undefined ? [] : [{ ...limit, ...state }];
  });
  report(call.headers, reported, call.deps.clock.now().getTime());
  if (admitted) return;
  throw new CheckoutError("RATE_LIMIT_EXCEEDED", fault("service.tooManyRequests"), {
    retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)),
  });
}

/** A request may be counted twice: lists grow, and the older headers describe the tighter of the two. */
function report(headers: Headers, reported: readonly ReportedLimit[], nowMs: number): void {
  const { "ratelimit-policy": policies, ratelimit, ...tightest } = limitHeaders(reported, nowMs);
  if (policies === undefined || ratelimit === undefined) return;
  headers.append("ratelimit-policy", policies);
  headers.append("ratelimit", ratelimit);
  const before = headers.get("x-ratelimit-remaining");
  if (before !== null && Number(before) < Number(tightest["x-ratelimit-remaining"])) return;
  for (const [name, value] of Object.entries(tightest)) headers.set(name, value);
}

/** The network that a request is counted for. */
export function clientOf(request: Request): string {
  return clientNetwork(readClientAddress(request.headers) ?? "0.0.0.0");
}

/**
 * Counts a request to a route outside the operations.
 *
 * @returns the 429; null admits the request, also while the database does not answer
 */
export async function refuseTooMany(request: Request): Promise<Response | null> {
  const [requestId, headers] = [requestIdOf(request), new Headers()];
  try {
    await limitByClient({ deps: getHttp(), request, params: {}, requestId, headers });
    return null;
  } catch (error) {
    return error instanceof CheckoutError ? respondError(error, requestId, headers) : null;
  }
}
