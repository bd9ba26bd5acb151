import { hasIdForm } from "@/lib/platform/values/ids.rules";
import "server-only";
import type { RequestLimits } from "@/lib/api/deps";
import { clientNetwork } from "@/lib/api/limits/limits";
import type { PageGuard, PageVisit } from "@/lib/api/start/page-guard";
import type { RateLimiter } from "@/lib/platform/limits/rate-limiter.port";
import type { FrameOrigins } from "@/lib/projects/settings/origins.store";

type PageGuardDeps = {
  rateLimiter: Pick<RateLimiter, "take">;
  requestLimits: Pick<RequestLimits, "pagePerMinute">;
  frameOrigins: FrameOrigins;
};

/**
 * How many times the limit of payment pages there is for each family. Anyone who works in the dashboard goes from page to
 * page, an office behind one address; and a list of fifty makes their router ask for fifty pages that no one opened.
 * Refused, such a page is only not there in advance.
 */
const timesTheLimit: Readonly<Record<PageVisit["family"], number>> = {
  payment: 1,
  site: 1,
  dashboard: 2,
  prefetch: 4,
};
/** What the setting may be at most: beyond it the limiter counts no more. */
const mostPerMinute = 1_000_000_000;
const buckets: Readonly<Record<PageVisit["family"], string>> = {
  payment: "page",
  site: "site-page",
  dashboard: "dashboard-page",
  prefetch: "dashboard-prefetch",
};

/**
 * Judges visits to pages: which sites may show this one in a frame, and whether its visitor comes too often. While the
 * database does not answer, everybody may come and no one may frame.
 */
export function createPageGuard({ rateLimiter, requestLimits, frameOrigins }: PageGuardDeps): PageGuard {
  return async ({ family, checkoutId, clientAddress }) => {
    const bucket = `${buckets[family]}:${clientNetwork(clientAddress)}`;
    const perMinute = Math.min(timesTheLimit[family] * requestLimits.pagePerMinute, mostPerMinute);
    const isId = checkoutId !== null && hasIdForm("chk", checkoutId);
    const [admission, frameAncestors] = await Promise.all([
      rateLimiter.take([{ bucket, perMinute }]).catch(() => null),
      isId ? frameOrigins.find(checkoutId).catch(() => []) : [],
    ]);
    return { frameAncestors, retryAfterMs: admission?.admitted === false ? admission.retryAfterMs : null };
  };
}
