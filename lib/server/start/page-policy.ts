import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { wantsPage } from "./address";
import type { InlineScripts } from "./built-pages";
import { answerBusyPage } from "./busy-page";
import { clientAddressOf } from "./client-address";
import { paymentPolicy, sitePolicy } from "./content-security-policy";
import { replaceFailedPage } from "./failed-page";
import { judgeVisit } from "./page-guard";
import { keepPageAnswer } from "./page-status";

export type PagePolicyOptions = {
  dev: boolean;
  inlineScripts: InlineScripts;
  /** Origins of service and payment page, where they are set. */
  publicOrigins: readonly string[];
  /** By which pages reach wallets on other devices; null where they do not. */
  relay: string | null;
};

/**
 * What the application is told, and nobody else may tell it. From the first Next takes the nonce for its scripts; from
 * the second `pageNonce` for ours; the third is where the dashboard leads back to after signing in.
 */
const toldHeaders = ["content-security-policy", "x-nonce", "x-page-path"] as const;

/** A page may copy when asked to; what else a device has is none of its business. */
const permissions =
  "camera=(), clipboard-read=(), clipboard-write=(self), display-capture=(), geolocation=(), hid=(), microphone=(), midi=(), serial=(), usb=()";

/**
 * Says of a page what browsers may do with it; other answers keep the policy that every answer begins with.
 * A visitor who comes too often is answered here.
 *
 * @param request with the target that Next is to serve
 * @returns whether the request is answered
 */
export async function guardPage(
  request: IncomingMessage,
  response: ServerResponse,
  { dev, inlineScripts, publicOrigins, relay }: PagePolicyOptions,
): Promise<boolean> {
  for (const name of toldHeaders) delete request.headers[name];
  const [path = "/"] = (request.url ?? "/").split("?", 1);
  if (!wantsPage(request) || /^\/(?:api|_next)(?:\/|$)/.test(path)) return false;

  const nonce = randomBytes(16).toString("base64");
  response.setHeader("permissions-policy", permissions);
  // Wallets answer through windows that they open; a shop that opened this one has no hold on it.
  response.setHeader("cross-origin-opener-policy", "same-origin-allow-popups");
  // Next's own router is led by what it is told; in development the error itself is to be seen.
  const isDocument = request.headers.rsc === undefined;
  if (isDocument && !dev) replaceFailedPage(request, response, nonce);
  if (/^\/dashboard(?:\/|$)/.test(path)) {
    request.headers["x-page-path"] = request.url;
    setPolicy(request, response, nonce, paymentPolicy({ nonce, dev, frameAncestors: [], relay }));
    const isPrefetch =
      request.headers.rsc === "1" && /^[123]$/.test(String(request.headers["next-router-prefetch"]));
    const family = isPrefetch ? "prefetch" : "dashboard";
    const visit = { family, checkoutId: null, clientAddress: clientAddressOf(request) } as const;
    const { retryAfterMs } = await judgeVisit(visit);
    if (retryAfterMs !== null) answerBusyPage(request, response, { nonce, retryAfterMs });
    return retryAfterMs !== null;
  }
  const [, family, id = ""] = /^\/([clr])\/([^/]+)$/.exec(path) ?? [];
  if (family === undefined) {
    const hashes = inlineScripts(path);
    setPolicy(request, response, nonce, sitePolicy({ nonce, dev, hashes, formTargets: publicOrigins }));
    return false;
  }
  const clientAddress = clientAddressOf(request);
  const visit = { family: "payment", checkoutId: family === "c" ? id : null, clientAddress } as const;
  const { frameAncestors, retryAfterMs } = await judgeVisit(visit);
  setPolicy(request, response, nonce, paymentPolicy({ nonce, dev, frameAncestors, relay }));
  if (retryAfterMs === null) {
    // Its own router would take another status for a failure.
    if (isDocument) keepPageAnswer(request, response);
    return false;
  }
  answerBusyPage(request, response, { nonce, retryAfterMs });
  return true;
}

function setPolicy(request: IncomingMessage, response: ServerResponse, nonce: string, policy: string): void {
  response.setHeader("content-security-policy", policy);
  request.headers["content-security-policy"] = policy;
  request.headers["x-nonce"] = nonce;
}
