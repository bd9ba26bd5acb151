import { setTimeout as sleep } from "node:timers/promises";

/** A request for a page, whatever `Accept` says. */
export type PageVisit = {
  /** `prefetch` is the dashboard's router, which fetches linked pages ahead; `site` is every other path. */
  family: "payment" | "dashboard" | "prefetch" | "site";
  /** As the address names it, whatever that is; null on every page that is no checkout's. */
  checkoutId: string | null;
  /** As `setClientAddress` leaves it. */
  clientAddress: string;
};

export type PageVerdict = {
  /** Origins of pages that may show this one in a frame. */
  frameAncestors: readonly string[];
  /** Null lets the visit in. */
  retryAfterMs: number | null;
};

/** Answers always, and never throws. */
export type PageGuard = (visit: PageVisit) => Promise<PageVerdict>;

// Next's modules and the start script share nothing but `globalThis` (docs/decisions/001-own-start-script.md).
const slot = Symbol.for("stablecoin-checkout.page-guard");
type Holder = { [slot]?: PageGuard };

/** While the database does not answer, a page is kept waiting no longer, and shown in no frame. */
const patienceMs = 2_000;
const unknown: PageVerdict = { frameAncestors: [], retryAfterMs: null };

/** For the application: puts in place who judges visits. */
export function placePageGuard(guard: PageGuard): void {
  (globalThis as Holder)[slot] = guard;
}

/** For the start script: what the application says of a visit, or what is safe without it. */
export async function judgeVisit(visit: PageVisit): Promise<PageVerdict> {
  const guard = (globalThis as Holder)[slot];
  if (guard === undefined) return unknown;
  const timer = new AbortController();
  const verdict = await Promise.race([
    guard(visit),
    sleep(patienceMs, unknown, { signal: timer.signal }).catch(() => unknown),
  ]);
  timer.abort();
  return verdict;
}
