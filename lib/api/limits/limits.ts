import "server-only";
import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import { getDeps } from "@/lib/api/deps";
import type { Call } from "@/lib/api/http/note-request";
import { requestIdOf } from "@/lib/api/http/request-id";
import { respondError } from "@/lib/api/http/respond";
import { readClientAddress } from "@/lib/api/start/client-address";
import type { Limit, LimitState } from "@/lib/platform/limits/rate-limiter.port";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { hasIdForm } from "@/lib/platform/values/ids.rules";
import type { Project } from "@/lib/projects/project.store";

/**
 * Whom an address stands for when requests are counted: of IPv6 the network that one customer has, in which every
 * address is theirs (RFC 6177); an IPv4 address written as IPv6 is the IPv4 address.
 *
 * @param address as `setClientAddress` leaves it: bare, without zone
 * @example clientNetwork("2001:db8:0:7::1") // "2001:db8:0:7::/64"
 */
export function clientNetwork(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = expand(address);
  const embedded = groups.slice(6).flatMap((group) => [group >> 8, group & 0xff]);
  const isMapped = groups.slice(0, 6).join(":") === "0:0:0:0:0:65535";
  if (isMapped) return embedded.join(".");
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(":")}::/64`;
}

/** The eight groups of an IPv6 address. */
function expand(address: string): number[] {
  // A parsed URL writes every form alike, an IPv4 ending in hex too.
  const [head = "", tail = ""] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const start = head === "" ? [] : head.split(":");
  const end = tail === "" ? [] : tail.split(":");
  const zeros = Array<string>(8 - start.length - end.length).fill("0");
  return [...start, ...zeros, ...end].map((group) => Number.parseInt(group, 16));
}

const windowSeconds = 60;

/** How a limit stands, with the name under which the headers tell of it. */
export type ToldLimit = Pick<Limit, "perMinute"> & LimitState & { name: string };

/**
 * What an answer tells of the limits that its request was counted in. `RateLimit` and `RateLimit-Policy`
 * (draft-ietf-httpapi-ratelimit-headers-10) tell every one of them: quota `q` in a window of `w` seconds, `r`
 * remaining, more in `t` seconds. The older `X-RateLimit-*` can tell one, and tell the tightest; its reset is in
 * Unix seconds.
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

/** So many clients may act on one checkout as fast as each may: a stranger alone never locks the customer out. */
const clientsAtOnce = 10;

/** As much as a setting may say, and the database counts. */
const mostPerMinute = 1_000_000_000;

/** A limit with the name under which the headers tell of it. */
type NamedLimit = Limit & { name: string };

/** A project's own requests: those of its backend, and those with its API key, count apart. */
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
 * Requests that anyone may send: by client address over everything, and for each checkout. What changes a checkout is
 * also counted over all clients, because each asks the nodes; what changes a refund by its link alone, a secret.
 */
export async function limitByClient(call: Call): Promise<void> {
  const { requestLimits } = call.deps;
  const client = clientOf(call.request);
  const { checkoutId = "", token = "" } = call.params;
  const limits: NamedLimit[] = [
    { name: "client", bucket: `client:${client}`, perMinute: requestLimits.publicIpPerMinute },
  ];
  // What cannot be an id, and may be of any length, needs no bucket of its own.
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
          bucket: `action:${checkoutId}:${client}`,
          perMinute: requestLimits.actionPerMinute,
        },
        {
          name: "checkout-actions",
          bucket: `action:${checkoutId}`,
          perMinute: Math.min(requestLimits.actionPerMinute * clientsAtOnce, mostPerMinute),
        },
      );
  }
  if (refundTokenPattern.test(token) && call.request.method === "POST") {
    // A link is a secret: what is stored of it anywhere must not open it.
    const hash = createHash("sha256").update(token).digest("hex");
    limits.push({ name: "action", bucket: `refund:${hash}`, perMinute: requestLimits.actionPerMinute });
  }
  await admit(call, limits);
}

/** Counts a key that no one has. Good keys from the same address go on: an office shares one. */
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
  throw new CheckoutError("RATE_LIMIT_EXCEEDED", "Too many requests. Wait as long as Retry-After says.", {
    retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)),
  });
}

/** The client as a checkout's rows remember it: two of one client are equal, and none tells the address. */
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
 * Counts a request to a route that is no operation.
 *
 * @returns the 429; null lets the request in, also while the database does not answer
 */
export async function refuseTooMany(request: Request): Promise<Response | null> {
  const [requestId, headers] = [requestIdOf(request), new Headers()];
  try {
    await limitByClient({ deps: getDeps(), request, params: {}, requestId, headers });
    return null;
  } catch (error) {
    return error instanceof CheckoutError ? respondError(error, requestId, headers) : null;
  }
}
