import { setTimeout as sleep } from "node:timers/promises";

/** A request for a page. */
export type PageVisit = {
  family: "payment" | "dashboard" | "site";
  /** What the page is about, as its address names it: `c`heckout, payment `l`ink, `r`efund link, page of the `docs`. */
  subject: { kind: "c" | "l" | "r" | "docs"; name: string } | null;
  /** Null where it cannot be known. */
  clientAddress: string | null;
};

export type PageVerdict = {
  /** Origins of pages that may show this one in a frame. */
  frameAncestors: readonly string[];
  /** Whether the subject exists; true for pages without one. */
  found: boolean;
  /** Null admits the visit. */
  retryAfterMs: number | null;
};

/** What the proxy needs of the application. */
export type PageGuard = {
  /** Null when the page needs the database, and that does not answer. Never throws. */
  judge(visit: PageVisit): Promise<PageVerdict | null>;
  /** Origins of service and payment page. */
  origins: readonly string[];
  /** Origin by which pages reach wallets on other devices; null where they do not. */
  relay: string | null;
  /** Next reloads pages. */
  dev: boolean;
};

// Next bundles proxy.ts apart from the rest of the application: both share nothing but `globalThis`.
const slot = Symbol.for("stablecoin-checkout.page-guard");
type Holder = { [slot]?: PageGuard };

/** How long a visitor waits for a database that does not answer. */
const patienceMs = 2_000;

/** Called once, when the application starts. */
export function placePageGuard(guard: PageGuard): void {
  (globalThis as Holder)[slot] = guard;
}

/** @throws Error before the application has started */
export function pageGuard(): PageGuard {
  const guard = (globalThis as Holder)[slot];
  if (guard === undefined) throw new Error("the application has not started");
  return guard;
}

export async function judgeVisit(visit: PageVisit): Promise<PageVerdict | null> {
  const timer = new AbortController();
  const verdict = await Promise.race([
    pageGuard().judge(visit),
    sleep(patienceMs, null, { signal: timer.signal }).catch(() => null),
  ]);
  timer.abort();
  return verdict;
}
