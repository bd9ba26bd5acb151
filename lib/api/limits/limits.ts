import "server-only";
import { createHash } from "node:crypto";
import ipaddr from "ipaddr.js";
import { readClientAddress } from "@/lib/api/client-address";
import type { Call } from "@/lib/api/http/note-request";
import { requestIdOf, respondError } from "@/lib/api/http/respond";
import { getHttp } from "@/lib/api/wiring/http";
import type { Limit, LimitState } from "@/lib/platform/limits/rate-limiter.port";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { hasIdForm } from "@/lib/platform/values/ids.rules";
import type { Project } from "@/lib/projects/project.store";

/**
 * The network that an IP address counts for: for IPv6 one customer's prefix, all of whose addresses are theirs (RFC
 * 6177); an IPv4 address written as IPv6 is the IPv4 address.
 *
 * @param address in the form of `setClientAddress`: bare, without zone
 * @example clientNetwork("2001:db8:0:7::1") // "2001:db8:0:7::/64"
 */
export function clientNetwork(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  // An IPv4 address written as IPv6 becomes the IPv4 address.
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(":")}::/64`;
}

const windowSeconds = 60;

/** State of a limit, with its name in the headers. */
export type ToldLimit = Pick<Limit, "perMinute"> & LimitState & { name: string };

/**
 * The rate limit headers of an answer. `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10)
 * list every limit: quota `q` in a window of `w` seconds, `r` remaining, more in `t` seconds. The older `X-RateLimit-*`
 * shows only the tightest; its reset is in Unix seconds.
 *
 * @param nowMs Unix time
 */
export function limitHeaders(limits: readonly ToldLimit[], nowMs: number): Record<string, string> {
  const [tightest] = limits.toSorted((a, b) => a.remaining - b.remaining || b.resetMs - a.resetMs);
  if (tightest === undefined) return {};
  const policies = limits.map(({ name, perMinute }) => `"${name}";q=${perMinute};w=${windowSeconds}`);
  const states = limits.map(
    ({ name, remaining, resetMs }) => `"${name}";r=${remaining};t=${Math.ceil(resetMs / 1000)}`,
  );
  return {
    "ratelimit-policy": policies.join(", "),
    ratelimit: states.join(", "),
    "x-ratelimit-limit": String(tightest.perMinute),
    "x-ratelimit-remaining": String(tightest.remaining),
    "x-ratelimit-reset": String(Math.ceil((nowMs + tightest.resetMs) / 1000)),
  };
}

const refundTokenPattern = /^[\w-]{43}$/;

/** This many clients may use one checkout at their full rate: a single stranger never locks the customer out. */
const clientsAtOnce = 10;

/** The maximum of the setting and of the database's counter. */
const mostPerMinute = 1_000_000_000;

/** A limit with its name in the headers. */
type NamedLimit = Limit & { name: string };

/** A project's requests: its backend's and its API key's count separately. */
export async function limitByProject(
  call: Call,
  kind: "server" | "project",
  project: Project,
): Promise<void> {
  const { requestLimits } = call.deps;
  const perMinute =
    kind === "project"
      ? requestLimits.projectPerMinute
      : (project.serverRequestsPerMinute ?? requestLimits.serverPerMinute);
  await admit(call, [{ name: kind, bucket: `${kind}:${project.id}`, perMinute }]);
}

/**
 * Public requests: by client address over everything, and per checkout. Changes of a checkout are also counted over all
 * clients, because each one asks the nodes; changes of a refund only by its link, which is a secret.
 *
 * @param kind of the changes that are counted together
 */
export async function limitByClient(call: Call, kind = "action"): Promise<void> {
  const { requestLimits } = call.deps;
  const client = clientOf(call.request);
  const { checkoutId = "", token = "" } = call.params;
  const limits: NamedLimit[] = [
    { name: "client", bucket: `client:${client}`, perMinute: requestLimits.publicIpPerMinute },
  ];
  // A malformed id of any length needs no bucket of its own.
  if (hasIdForm("chk", checkoutId)) {
    limits.push({
      name: "checkout",
      bucket: `checkout:${checkoutId}:${client}`,
      perMinute: requestLimits.publicPerMinute,
    });
    if (call.request.method === "POST")
      limits.push(
        {
          name: "action",
          bucket: `${kind}:${checkoutId}:${client}`,
          perMinute: requestLimits.actionPerMinute,
        },
        {
          name: "checkout-actions",
          bucket: `${kind}:${checkoutId}`,
          perMinute: Math.min(requestLimits.actionPerMinute * clientsAtOnce, mostPerMinute),
        },
      );
  }
  if (refundTokenPattern.test(token) && call.request.method === "POST") {
    // The link is a secret, so we store only its hash.
    const hash = createHash("sha256").update(token).digest("hex");
    limits.push({ name: "action", bucket: `refund:${hash}`, perMinute: requestLimits.actionPerMinute });
  }
  await admit(call, limits);
}

/** Searches for payments by sender, by client address over all checkouts: each asks a node of every network. */
export async function limitSearches(call: Call): Promise<void> {
  const { actionPerMinute: perMinute } = call.deps.requestLimits;
  await admit(call, [{ name: "searches", bucket: `search:${clientOf(call.request)}`, perMinute }]);
}

/** Counts an unknown key. Good keys from the same address still work: an office shares one. */
export async function countFailedKey(call: Call): Promise<void> {
  const { requestLimits } = call.deps;
  const bucket = `failed-key:${clientOf(call.request)}`;
  await admit(call, [{ name: "failed-keys", bucket, perMinute: requestLimits.failedKeysPerMinute }]);
}

/** @throws CheckoutError RATE_LIMIT_EXCEEDED */
export async function admit(call: Call, limits: readonly NamedLimit[]): Promise<void> {
  const { admitted, states, retryAfterMs } = await call.deps.rateLimiter.take(limits);
  const told = limits.flatMap((limit, index) => {
    const state = states[index];
    return state === undefined ? [] : [{ ...limit, ...state }];
  });
  const headers = limitHeaders(told, call.deps.clock.now().getTime());
  for (const [name, value] of Object.entries(headers)) call.headers.set(name, value);
  if (admitted) return;
  throw new CheckoutError(
    "RATE_LIMIT_EXCEEDED",
    "Too many requests. Try again after the seconds in Retry-After.",
    {
      retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)),
    },
  );
}

/** The client in a checkout's rows: equal for one client, without revealing the address. */
export function clientMark(request: Request, checkoutId: string): string {
  return createHash("sha256")
    .update(`${checkoutId} ${clientOf(request)}`)
    .digest("hex");
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
