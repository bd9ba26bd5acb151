import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { type Language, pageLanguage, readLanguage } from "@/lib/platform/i18n/language.rules";
import { wantsPage } from "./address";

/** Where the application finds the locale of a page for customers ("de-CH"); what a client sends there is replaced. */
const localeHeader = "x-page-locale";
const cookieName = "language";
const yearSeconds = 31_536_000;

/** Whether a request is answered in the customer's language: the payment page, and those behind the links of payments and refunds. */
export function isLocalised(request: Pick<IncomingMessage, "method" | "url" | "headers">): boolean {
  return /^\/[clr]\//.test(request.url ?? "/") && wantsPage(request);
}

/**
 * Gives a page for customers its language: `?lang=` of its address, else the one remembered, else the browser's. It
 * is found here because a layout of Next, which writes `<html lang>`, does not know the query. A choice is remembered
 * for a year; it is no secret, and no script needs it.
 */
export function setPageLocale(request: IncomingMessage, response: ServerResponse): void {
  const { headers, url = "/" } = request;
  delete headers[localeHeader];
  if (!isLocalised(request)) return;
  const asked = new URLSearchParams(/\?(.*)/.exec(url)?.[1]).get("lang");
  const remembered = /(?:^|;\s*)language=([a-z-]{2,12})(?=;|$)/i.exec(headers.cookie ?? "")?.[1];
  headers[localeHeader] = pageLanguage({
    asked,
    remembered,
    acceptLanguage: headers["accept-language"],
  }).locale;
  const chosen = readLanguage(asked);
  if (chosen === null || chosen === readLanguage(remembered)) return;
  response.appendHeader(
    "set-cookie",
    `${cookieName}=${chosen}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax; HttpOnly`,
  );
}

/** As `setPageLocale` leaves it; English for every other page. */
export function askedLanguage(headers: IncomingHttpHeaders): Language {
  return readLanguage(String(headers[localeHeader])) ?? "en";
}
