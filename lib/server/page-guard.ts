import "server-only";
import type { PageGuard } from "@/lib/server/start/page-guard";
import type { FrameOrigins } from "@/lib/services/ports/frame-origins";
import type { RateLimiter } from "@/lib/services/ports/rate-limiter";
import type { RequestLimits } from "./deps";
import { clientNetwork } from "./http/limits/client-network";

type PageGuardDeps = {
  rateLimiter: Pick<RateLimiter, "take">;
  requestLimits: Pick<RequestLimits, "pagePerMinute">;
  frameOrigins: FrameOrigins;
};

const checkoutIdPattern = /^chk_[0-9a-z]{26}$/;

/**
 * Judges visits to the pages of payments and refunds: which sites may show this one in a frame, and whether its
 * visitor comes too often. While the database does not answer, everybody may come and nobody may frame.
 */
export function createPageGuard({ rateLimiter, requestLimits, frameOrigins }: PageGuardDeps): PageGuard {
  return async ({ checkoutId, clientAddress }) => {
    const bucket = `page:${clientNetwork(clientAddress)}`;
    const isId = checkoutId !== null && checkoutIdPattern.test(checkoutId);
    const [admission, frameAncestors] = await Promise.all([
      rateLimiter.take([{ bucket, perMinute: requestLimits.pagePerMinute }]).catch(() => null),
      isId ? frameOrigins.find(checkoutId).catch(() => []) : [],
    ]);
    return { frameAncestors, retryAfterMs: admission?.admitted === false ? admission.retryAfterMs : null };
  };
}
