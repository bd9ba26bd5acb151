import type { NextRequest } from "next/server";
import { type PageLanguage, pageLanguage, readLanguage } from "@/lib/platform/i18n/language.rules";

/** The header in which a page for customers finds its locale ("de-CH"). */
export const localeHeader = "x-page-locale";

const yearSeconds = 31_536_000;

type Asked = Pick<NextRequest, "headers" | "nextUrl" | "cookies">;

/**
 * The language of a page for customers: `?lang=` of its address, else the remembered one, else the browser's. A layout
 * of Next, which writes `<html lang>`, does not see the query, so the proxy reads it.
 *
 * @returns `choice` is what to remember: a cookie for a year, which no script needs; null when nothing changed
 */
export function readPageLocale(request: Asked): PageLanguage & { choice: string | null } {
  const asked = request.nextUrl.searchParams.get("lang");
  const remembered = request.cookies.get("language")?.value;
  const acceptLanguage = request.headers.get("accept-language");
  const chosen = readLanguage(asked);
  const isNew = chosen !== null && chosen !== readLanguage(remembered);
  return {
    ...pageLanguage({ asked, remembered, acceptLanguage }),
    choice: isNew ? `language=${chosen}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax; HttpOnly` : null,
  };
}
