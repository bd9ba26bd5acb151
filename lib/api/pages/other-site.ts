import { parseUrl } from "@/lib/platform/values/url.rules";

/**
 * Whether another site's page sent this form. Browsers since 2023 say so; for older ones the origin does, which is "null"
 * for a page that hides its address, as ours do. A program says nothing.
 */
export function isOfAnotherSite(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site !== "same-origin" && site !== "none";
  const origin = parseUrl(headers.get("origin") ?? "");
  return origin !== null && origin.host !== headers.get("host");
}
