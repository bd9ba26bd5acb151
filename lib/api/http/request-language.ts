import { type PageLanguage, pageLanguage } from "@/lib/platform/i18n/language.rules";

/** The language of a file: by `?language=`, else by the browser's preference. */
export function requestLanguage({ url, headers }: Request): PageLanguage {
  const requested = new URL(url).searchParams.get("language");
  return pageLanguage({ requested, acceptLanguage: headers.get("accept-language") });
}
