import "server-only";
import { headers } from "next/headers";
import { cache } from "react";
import { type PageLanguage, pageLanguage, readLanguage } from "@/lib/platform/i18n/language.rules";

/** The language of the page that is being drawn: what the start script found, else what the browser prefers. */
export const readPageLanguage = cache(async (): Promise<PageLanguage> => {
  const sent = await headers();
  const locale = sent.get("x-page-locale");
  const language = readLanguage(locale);
  if (locale !== null && language !== null) return { language, locale };
  return pageLanguage({ acceptLanguage: sent.get("accept-language") });
});
