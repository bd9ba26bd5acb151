import "server-only";
import { isIPv6 } from "node:net";
import { CheckoutError } from "@/lib/core/errors";
import type { Project } from "@/lib/services/ports/project-store";
import type { Admission, Limit } from "@/lib/services/ports/rate-limiter";
import type { Call } from "./route";

const windowSeconds = 60;

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
 * Requests that anyone may send: by client address over everything, for each checkout, and for what changes a
 * checkout by the checkout alone, whoever asks.
 */
export async function limitByClient(call: Call): Promise<void> {
  const { requestLimits } = call.deps;
  const client = clientOf(call.request);
  const { checkoutId } = call.params;
  const limits: NamedLimit[] = [
    { name: "client", bucket: `client:${client}`, perMinute: requestLimits.publicIpPerMinute },
  ];
  if (checkoutId !== undefined) {
    const id = bucketPart(checkoutId);
    limits.push({
      name: "checkout",
      bucket: `checkout:${id}:${client}`,
      perMinute: requestLimits.publicPerMinute,
    });
    if (call.request.method === "POST")
      limits.push({ name: "action", bucket: `action:${id}`, perMinute: requestLimits.actionPerMinute });
  }
  await admit(call, limits);
}

/** Counts a key that nobody has. Good keys from the same address go on: an office shares one. */
export async function countFailedKey(call: Call): Promise<void> {
  const { requestLimits } = call.deps;
  const bucket = `failed-key:${clientOf(call.request)}`;
  await admit(call, [{ name: "failed-keys", bucket, perMinute: requestLimits.failedKeysPerMinute }]);
}

/** @throws CheckoutError RATE_LIMIT_EXCEEDED */
async function admit(call: Call, limits: readonly NamedLimit[]): Promise<void> {
  const admission = await call.deps.rateLimiter.take(limits);
  tellLimits(call, limits, admission);
  if (admission.admitted) return;
  throw new CheckoutError("RATE_LIMIT_EXCEEDED", "Too many requests. Wait as long as Retry-After says.", {
    retryAfterSeconds: Math.max(1, Math.ceil(admission.retryAfterMs / 1000)),
  });
}

/**
 * `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers) tell every limit; the older
 * `X-RateLimit-*` can tell one, and tell the tightest.
 */
function tellLimits(call: Call, limits: readonly NamedLimit[], { states }: Admission): void {
  const told = limits.flatMap((limit, index) => {
    const state = states[index];
    return state === undefined ? [] : [{ ...limit, ...state, seconds: Math.ceil(state.resetMs / 1000) }];
  });
  const [tightest] = told.toSorted((a, b) => a.remaining - b.remaining);
  if (tightest === undefined) return;
  call.headers.set(
    "ratelimit-policy",
    told.map(({ name, perMinute }) => `"${name}";q=${perMinute};w=${windowSeconds}`).join(", "),
  );
  call.headers.set(
    "ratelimit",
    told.map(({ name, remaining, seconds }) => `"${name}";r=${remaining};t=${seconds}`).join(", "),
  );
  call.headers.set("x-ratelimit-limit", String(tightest.perMinute));
  call.headers.set("x-ratelimit-remaining", String(tightest.remaining));
  const resetAt = Math.ceil((call.deps.clock.now().getTime() + tightest.resetMs) / 1000);
  call.headers.set("x-ratelimit-reset", String(resetAt));
}

/** The address that our start script found; of IPv6 the network that one customer has (RFC 6177). */
function clientOf(request: Request): string {
  const address = request.headers.get("x-client-address") ?? "0.0.0.0";
  return isIPv6(address) ? network64(address) : address;
}

function network64(address: string): string {
  const [head = "", tail] = address.split("::");
  const start = head === "" ? [] : head.split(":");
  const end = tail === undefined || tail === "" ? [] : tail.split(":");
  const groups = [...start, ...Array<string>(Math.max(0, 8 - start.length - end.length)).fill("0"), ...end];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}

/** An id as it came may be of any length and content. */
function bucketPart(id: string): string {
  return /^chk_[0-9a-z]{26}$/.test(id) ? id : "unknown";
}
