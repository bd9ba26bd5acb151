import type { Limit, LimitState } from "@/lib/platform/rate-limiter.port";

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
