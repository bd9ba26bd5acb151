import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { wantsPage } from "./address";
import type { InlineScripts } from "./built-pages";
import { answerBusyPage } from "./busy-page";
import { clientAddressOf } from "./client-address";
import { paymentPolicy, sitePolicy } from "./content-security-policy";
import { replaceFailedPage } from "./failed-page";
import { answerError } from "./malformed-request";
import { judgeVisit, type PageVisit } from "./page-guard";
import { keepPageAnswer } from "./page-status";

export type PagePolicyOptions = {
  dev: boolean;
  inlineScripts: InlineScripts;
  /** Paths of the files in `public`, which are served without limit. */
  publicFiles: ReadonlySet<string>;
  /** Origins of service and payment page, where they are set. */
  publicOrigins: readonly string[];
  /** By which pages reach wallets on other devices; null where they do not. */
  relay: string | null;
};

/**
 * What the application is told, and no one else may tell it. From the first Next takes the nonce for its scripts; from
 * the second `pageNonce` for ours; the third is where the dashboard leads back to after signing in.
 */
const toldHeaders = ["content-security-policy", "x-nonce", "x-page-path"] as const;

/** A page may copy when asked to; what else a device has is none of its business. */
const permissions =
  "camera=(), clipboard-read=(), clipboard-write=(self), display-capture=(), geolocation=(), hid=(), microphone=(), midi=(), serial=(), usb=()";

/**
 * Limits visits by path, whatever `Accept` says, and tells browsers what a page may do. Other answers keep the policy
 * that every answer begins with. A visitor who comes too often is answered here.
 *
 * @param request with the target that Next is to serve
 * @returns whether the request is answered
 */
export async function guardPage(
  request: IncomingMessage,
  response: ServerResponse,
  options: PagePolicyOptions,
): Promise<boolean> {
  for (const name of toldHeaders) delete request.headers[name];
  const [path = "/"] = (request.url ?? "/").split("?", 1);
  if (/^\/(?:api|_next\/static)(?:\/|$)/.test(path) || options.publicFiles.has(path)) return false;

  const isPage = wantsPage(request);
  const nonce = randomBytes(16).toString("base64");
  // Next's own router is led by what it is told; in development the error itself is to be seen.
  const isDocument = isPage && request.headers.rsc === undefined;
  if (isDocument && !options.dev) replaceFailedPage(request, response, nonce);
  const visit = visitOf(request, path);
  const { frameAncestors, retryAfterMs } = await judgeVisit(visit);
  if (isPage) dressPage({ request, response, path, nonce, visit, frameAncestors, ...options });
  if (retryAfterMs === null) {
    // Its own router would take another status for a failure.
    if (isDocument && visit.family === "payment") keepPageAnswer(request, response);
    return false;
  }
  if (isPage) answerBusyPage(request, response, { nonce, retryAfterMs });
  else answerTooMany(response, retryAfterMs);
  return true;
}

/** What counts as one kind of page: those of customers, of the dashboard, and everything else. */
function visitOf(request: IncomingMessage, path: string): PageVisit {
  const clientAddress = clientAddressOf(request);
  const [, kind, id = ""] = /^\/([clr])\/([^/]+)$/.exec(path) ?? [];
  if (kind !== undefined) return { family: "payment", checkoutId: kind === "c" ? id : null, clientAddress };
  if (!isDashboard(path)) return { family: "site", checkoutId: null, clientAddress };
  const { rsc, "next-router-prefetch": prefetch } = request.headers;
  const isPrefetch = rsc === "1" && /^[123]$/.test(String(prefetch));
  return { family: isPrefetch ? "prefetch" : "dashboard", checkoutId: null, clientAddress };
}

type Dressed = PagePolicyOptions & {
  request: IncomingMessage;
  response: ServerResponse;
  path: string;
  nonce: string;
  visit: PageVisit;
  frameAncestors: readonly string[];
};

function dressPage({ request, response, path, nonce, visit, frameAncestors, ...options }: Dressed): void {
  const { dev, relay, inlineScripts, publicOrigins } = options;
  response.setHeader("permissions-policy", permissions);
  // Wallets answer through windows that they open; a shop that opened this one has no hold on it.
  response.setHeader("cross-origin-opener-policy", "same-origin-allow-popups");
  if (isDashboard(path)) request.headers["x-page-path"] = request.url;
  const policy =
    visit.family === "site"
      ? sitePolicy({ nonce, dev, hashes: inlineScripts(path), formTargets: publicOrigins })
      : paymentPolicy({
          nonce,
          dev,
          frameAncestors: visit.family === "payment" ? frameAncestors : [],
          relay,
        });
  response.setHeader("content-security-policy", policy);
  request.headers["content-security-policy"] = policy;
  request.headers["x-nonce"] = nonce;
}

function isDashboard(path: string): boolean {
  return /^\/dashboard(?:\/|$)/.test(path);
}

function answerTooMany(response: ServerResponse, retryAfterMs: number): void {
  response.setHeader("retry-after", String(Math.max(1, Math.ceil(retryAfterMs / 1000))));
  answerError(response, 429, "RATE_LIMIT_EXCEEDED", "Too many requests. Wait as long as Retry-After says.");
}
