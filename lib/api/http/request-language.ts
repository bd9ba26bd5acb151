import "server-only";
import { headers } from "next/headers";
import { cache } from "react";
import {
  type DashboardLanguage,
  type PageLanguage,
  pageLanguage,
  readDashboardLanguage,
  readLanguage,
} from "@/lib/platform/i18n/language.rules";

/** The language of a file: by `?language=`, else by the browser's preference. */
export function requestLanguage({ url, headers }: Request): PageLanguage {
  const requested = new URL(url).searchParams.get("language");
  return pageLanguage({ requested, acceptLanguage: headers.get("accept-language") });
}

/** The language of the dashboard's page that sends the request. */
export function dashboardLanguageOf({ headers }: Request): DashboardLanguage {
  return readDashboardLanguage(pageLanguage({ acceptLanguage: headers.get("accept-language") }).language);
}

/** The language of the page that is being drawn: what the proxy found, else what the browser prefers. */
export const readPageLanguage = cache(async (): Promise<PageLanguage> => {
  const sent = await headers();
  const locale = sent.get("x-page-locale");
  const language = readLanguage(locale);
  if (locale !== null && language !== null) return { language, locale };
  return pageLanguage({ acceptLanguage: sent.get("accept-language") });
});

/** A page of the site is English unless the proxy named a language for it. */
export async function readSiteLanguage(): Promise<DashboardLanguage> {
  return readDashboardLanguage((await headers()).get("x-page-locale"));
}

/**
 * What a `<style>` or `<script>` written into the page needs to be let in by its Content-Security-Policy. It is
 * another for each answer, the router's refreshes included: such an element stands where React never makes it anew.
 *
 */
export async function pageNonce(): Promise<string | undefined> {
  return (await headers()).get("x-nonce") ?? undefined;
}
