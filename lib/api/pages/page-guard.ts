import "server-only";
import { clientNetwork } from "@/lib/api/client-address";
import { isDocsPage } from "@/lib/api/openapi/documents";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { getHttp } from "@/lib/api/wiring/http";
import { getProjects } from "@/lib/api/wiring/projects";
import { readOpenLink } from "@/lib/checkouts/links/payment-links";
import { limitsOfClient, mostCounted } from "@/lib/platform/limits/client-limits.rules";
import type { RateLimiter } from "@/lib/platform/limits/rate-limiter.port";
import { CheckoutError, type ErrorCode } from "@/lib/platform/values/errors.rules";
import { hasIdForm } from "@/lib/platform/values/ids.rules";
import type { FrameOrigins } from "@/lib/projects/settings/origins.store";
import { openLink } from "@/lib/refunds/links/refund-links";
import { env } from "@/lib/settings/env";
import { type PageGuard, type PageVerdict, type PageVisit, placePageGuard } from "./page-visit";

type PageGuardDeps = {
  rateLimiter: { take: RateLimiter["take"] };
  requestLimits: { pagePerMinute: number };
  frameOrigins: FrameOrigins;
  /** Whether a payment link is open. */
  hasPaymentLink(slug: string): Promise<boolean>;
  /** Whether a refund link opens anything. */
  hasRefundLink(token: string): Promise<boolean>;
};

/**
 * How many times the limit of payment pages each family has. People who work in the dashboard go from page to page, an
 * office shares one address, and Next's router fetches linked pages ahead.
 */
const timesTheLimit: Readonly<Record<PageVisit["family"], number>> = { payment: 1, site: 1, dashboard: 6 };
const buckets: Readonly<Record<PageVisit["family"], string>> = {
  payment: "page",
  site: "site-page",
  dashboard: "dashboard-page",
};

/**
 * Judges visits to pages: whether the visitor comes too often, whether the subject exists, and which sites may show
 * the page in a frame.
 */
export function createPageJudge(deps: PageGuardDeps): PageGuard["judge"] {
  const { rateLimiter, requestLimits } = deps;
  return async (visit) => {
    const { family, clientAddress } = visit;
    const most = Math.min(timesTheLimit[family] * requestLimits.pagePerMinute, mostCounted);
    const limit = limitsOfClient(
      { bucket: buckets[family], most },
      clientNetwork(clientAddress ?? "0.0.0.0"),
    );
    try {
      // A page of the site needs no database.
      const admitting =
        family === "site" ? rateLimiter.take(limit).catch(() => null) : rateLimiter.take(limit);
      // A refused visit costs no query. The page for one shows a checkout's frame ancestors, which are kept.
      const [admission, known] = await Promise.all([
        admitting,
        visit.subject?.kind === "c" ? readSubject(deps, visit) : null,
      ]);
      if (admission?.admitted === false)
        return { frameAncestors: [], found: true, ...known, retryAfterMs: admission.retryAfterMs };
      return { ...(known ?? (await readSubject(deps, visit))), retryAfterMs: null };
    } catch {
      return null;
    }
  };
}

async function readSubject(
  { frameOrigins, hasPaymentLink, hasRefundLink }: PageGuardDeps,
  { subject }: PageVisit,
): Promise<Pick<PageVerdict, "frameAncestors" | "found">> {
  switch (subject?.kind) {
    case "c": {
      const origins = hasIdForm("chk", subject.name) ? await frameOrigins.find(subject.name) : null;
      return { frameAncestors: origins ?? [], found: origins !== null };
    }
    case "l":
      return { frameAncestors: [], found: await hasPaymentLink(subject.name) };
    case "r":
      return { frameAncestors: [], found: await hasRefundLink(subject.name) };
    case "docs":
      return { frameAncestors: [], found: isDocsPage(subject.name) };
    case undefined:
      return { frameAncestors: [], found: true };
  }
}

/** Lets proxy.ts reach this application. */
export function placeGuardOfPages(dev: boolean): void {
  const { BASE_URL, CHECKOUT_PAGE_URL, walletConnect } = env();
  const judge = createPageJudge({
    ...getHttp(),
    frameOrigins: getProjects().frameOrigins,
    hasPaymentLink: (slug) => exists(readOpenLink(getCheckouts(), slug), "NOT_FOUND"),
    hasRefundLink: (token) => exists(openLink(getCheckouts(), token), "REFUND_LINK_NOT_FOUND"),
  });
  placePageGuard({
    judge,
    origins: [BASE_URL, CHECKOUT_PAGE_URL],
    relay: walletConnect === null ? null : new URL(walletConnect.relayUrl).origin,
    dev,
  });
}

async function exists(reading: Promise<unknown>, missing: ErrorCode): Promise<boolean> {
  try {
    await reading;
    return true;
  } catch (error) {
    if (error instanceof CheckoutError && error.code === missing) return false;
    throw error;
  }
}
