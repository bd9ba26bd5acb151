import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { readClientAddress } from "@/lib/api/client-address";
import type { Failure } from "@/lib/api/envelope.schema";
import { jsonOrPage, linkPage } from "@/lib/api/request-screen";
import { isInKorean } from "@/lib/docs/contents";
import { type Fault, fault, sentenceOf } from "@/lib/platform/faults/fault.rules";
import {
  type Language,
  type PageLanguage,
  pageLanguage,
  readDashboardLanguage,
  readLanguage,
} from "@/lib/platform/i18n/language.rules";
import type { ErrorCode } from "@/lib/platform/values/errors.rules";
import { paymentPolicy, sitePolicy } from "./content-security-policy";
import { judgeVisit, type PageVerdict, type PageVisit, pageGuard } from "./page-visit";
import { busyPage, failedPage, failedPageSeconds } from "./small-page";

/** The header in which a page of more than one language finds its locale ("de-CH"). */
const localeHeader = "x-page-locale";

/** Headers in which the proxy passes nonce, path and locale to a page; it removes a client's own. */
const proxyHeaders = ["content-security-policy", "x-nonce", "x-page-path", localeHeader] as const;

/** A page may copy when asked to; it needs nothing else of a device. */
const permissions =
  "camera=(), clipboard-read=(), clipboard-write=(self), display-capture=(), geolocation=(), hid=(), microphone=(), midi=(), serial=(), usb=()";

/**
 * Answers a request for a page, or passes it on to Next: limits visits, decides the status, and tells browsers what
 * the page may do. A request for JSON at an unknown address is passed on to the rewrite of next.config.ts.
 */
export async function answerPage(request: NextRequest): Promise<NextResponse> {
  const { headers } = request;
  const passedOn = new Headers(headers);
  for (const name of proxyHeaders) passedOn.delete(name);
  const isRouter = headers.get("rsc") === "1";
  const acceptsPage = isRouter || (headers.get("accept")?.includes("text/html") ?? false);
  const isRead = request.method === "GET" || request.method === "HEAD";
  const pathname = decode(request.nextUrl.pathname);
  const isPage = isRead && (linkPage.test(pathname) || (acceptsPage && !headers.has("x-api-key")));
  if (isNoAddress(request.nextUrl.pathname, pathname, isPage))
    return refuse(404, "NOT_FOUND", fault("api.nothingHere"));
  const visit = visitOf(request);
  const verdict = await judgeVisit(isPage ? visit : { ...visit, subject: null });
  if (!isPage) {
    if (verdict !== null && verdict.retryAfterMs !== null)
      return refuse(
        429,
        "RATE_LIMIT_EXCEEDED",
        fault("api.tooManyRequests"),
        retryAfterSeconds(verdict.retryAfterMs),
      );
    // Next would answer with a page, whatever the method, and lead its own router there.
    if (acceptsPage) passedOn.set("accept", "*/*");
    passedOn.delete("rsc");
    return NextResponse.next({ request: { headers: passedOn } });
  }

  const nonce = randomBytes(16).toString("base64");
  const policy = policyOf(visit, verdict, nonce);
  const locale = readPageLocale(request);
  const answer = refusedPage(request, visit, verdict, { nonce, language: supportedLanguage(visit, locale) });
  if (answer === null) {
    passedOn.set("content-security-policy", policy);
    passedOn.set("x-nonce", nonce);
    if (hasLanguages(visit)) passedOn.set(localeHeader, locale.locale);
    if (visit.family === "dashboard") passedOn.set("x-page-path", pathOf(request));
    if (!isReadableRouterState(headers.get("next-router-state-tree")))
      passedOn.delete("next-router-state-tree");
  }
  const isMissing = verdict?.found === false;
  const response =
    answer ??
    // Next's router would take another status for a failure.
    NextResponse.next({ request: { headers: passedOn }, ...(isMissing && !isRouter && { status: 404 }) });
  if (jsonOrPage.test(pathname)) response.headers.append("vary", "Accept, x-api-key");
  response.headers.set("content-security-policy", policy);
  response.headers.set("permissions-policy", permissions);
  // Wallets answer through windows that they open; a shop that opened this one gets no hold on it.
  response.headers.set("cross-origin-opener-policy", "same-origin-allow-popups");
  response.headers.set("x-request-id", crypto.randomUUID());
  const isSecure = pageGuard().origins[0]?.startsWith("https:") ?? false;
  if (isSecure) response.headers.set("strict-transport-security", "max-age=31536000");
  if (hasLanguages(visit) && locale.choice !== null)
    response.headers.append("set-cookie", locale.choice + (isSecure ? "; Secure" : ""));
  return response;
}

/**
 * Next serves pages under /_next/data too, and its own page of failures; none is needed there. An encoded slash is in
 * no page's address, and Next and a proxy in front would read it in different ways. An operation answers its own 404.
 */
function isNoAddress(encoded: string, pathname: string, isPage: boolean): boolean {
  const mayBeOperation = !isPage && /^\/(?:[clr]|dashboard\/projects\/[^/]+\/checkouts)\//.test(encoded);
  return (
    (!mayBeOperation && /%2f|%5c/i.test(encoded)) ||
    /^\/(?:_next\/data\/|_global-error(?:\/|$))/i.test(pathname)
  );
}

function visitOf(request: NextRequest): PageVisit {
  // As Next's router reads it.
  const pathname = decode(request.nextUrl.pathname);
  const clientAddress = readClientAddress(request.headers);
  const [, kind, name = ""] = /^\/([clr]|docs)\/([^/]+)$/.exec(pathname) ?? [];
  const subject = isKind(kind) ? { kind, name } : null;
  if (subject !== null && subject.kind !== "docs") return { family: "payment", subject, clientAddress };
  return { family: /^\/dashboard(?:\/|$)/.test(pathname) ? "dashboard" : "site", subject, clientAddress };
}

function isKind(text: string | undefined): text is "c" | "l" | "r" | "docs" {
  return text === "c" || text === "l" || text === "r" || text === "docs";
}

function policyOf(visit: PageVisit, verdict: PageVerdict | null, nonce: string): string {
  const { dev, origins, relay } = pageGuard();
  if (visit.family === "site") return sitePolicy({ nonce, dev, formTargets: origins });
  return paymentPolicy({ nonce, dev, relay, frameAncestors: verdict?.frameAncestors ?? [] });
}

/** The site is English, but for the pages of the documentation that were translated. */
function hasLanguages({ family, subject }: PageVisit): boolean {
  return family !== "site" || (subject?.kind === "docs" && isInKorean(subject.name));
}

/** Of a page of that family: the dashboard has fewer languages than customers' pages, the site English alone. */
function supportedLanguage({ family }: PageVisit, { language }: PageLanguage): Language {
  if (family === "payment") return language;
  return family === "dashboard" ? readDashboardLanguage(language) : "en";
}

type Dress = { nonce: string; language: Language };

/** The whole page for a visitor who comes too often, or comes while the database is away; null when Next draws one. */
function refusedPage(
  { method }: NextRequest,
  visit: PageVisit,
  verdict: PageVerdict | null,
  { nonce, language }: Dress,
): NextResponse | null {
  const isHead = method === "HEAD";
  if (verdict === null) {
    if (visit.family === "site") return null;
    return page(isHead ? null : failedPage(visit, language, nonce), 503, failedPageSeconds);
  }
  if (verdict.retryAfterMs === null) return null;
  const seconds = retryAfterSeconds(verdict.retryAfterMs);
  return page(isHead ? null : busyPage(language, seconds, nonce), 429, seconds);
}

function page(html: string | null, status: number, retryAfter: number): NextResponse {
  return new NextResponse(html, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "retry-after": String(retryAfter),
    },
  });
}

function refuse(status: number, code: ErrorCode, fault: Fault, retryAfter?: number): NextResponse {
  const requestId = crypto.randomUUID();
  const body: Failure = { ok: false, error: { code, message: sentenceOf(fault), requestId } };
  const headers = new Headers({
    "cache-control": "no-store",
    "x-request-id": requestId,
    vary: "Accept, x-api-key",
  });
  if (retryAfter !== undefined) headers.set("retry-after", String(retryAfter));
  return NextResponse.json(body, { status, headers });
}

const retryAfterSeconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000));

/** Next answers 500 to a router state that it cannot read; without one it sends the whole page. */
function isReadableRouterState(state: string | null): boolean {
  if (state === null) return true;
  try {
    return isRouterState(JSON.parse(decodeURIComponent(state)));
  } catch {
    return false;
  }
}

/** A segment, and the states of the routes below it. */
function isRouterState(state: unknown): boolean {
  if (!Array.isArray(state)) return false;
  const [segment, routes] = state as unknown[];
  const isSegment = typeof segment === "string" || Array.isArray(segment);
  return (
    isSegment && typeof routes === "object" && routes !== null && Object.values(routes).every(isRouterState)
  );
}

function pathOf({ nextUrl }: NextRequest): string {
  const query = new URLSearchParams(nextUrl.search);
  // The router's own parameter.
  query.delete("_rsc");
  return query.size === 0 ? nextUrl.pathname : `${nextUrl.pathname}?${query}`;
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

const yearSeconds = 31_536_000;

type LocaleRequest = Pick<NextRequest, "headers" | "nextUrl" | "cookies">;

/**
 * The language of a page: `?lang=` of its address, else the remembered one, else the browser's. A layout
 * of Next, which writes `<html lang>`, does not see the query, so the proxy reads it.
 *
 * @returns `choice` is what to remember: a cookie for a year, which no script needs; null when nothing changed
 */
export function readPageLocale(request: LocaleRequest): PageLanguage & { choice: string | null } {
  const requested = request.nextUrl.searchParams.get("lang");
  const remembered = request.cookies.get("language")?.value;
  const acceptLanguage = request.headers.get("accept-language");
  const chosen = readLanguage(requested);
  const isNew = chosen !== null && chosen !== readLanguage(remembered);
  return {
    ...pageLanguage({ requested, remembered, acceptLanguage }),
    choice: isNew ? `language=${chosen}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax; HttpOnly` : null,
  };
}
