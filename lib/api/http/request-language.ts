import {
  type DashboardLanguage,
  type PageLanguage,
  pageLanguage,
  readDashboardLanguage,
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
