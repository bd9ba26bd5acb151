import "server-only";
import { CheckoutError } from "@/lib/platform/errors.rules";
import { parseUrl } from "@/lib/platform/parse-url.rules";

/**
 * Lets in only what a page of this very host sent: a session's cookie goes along with requests that other sites make
 * in its browser (OWASP, Cross-Site Request Forgery). Browsers name the origin of every POST, and no page can change
 * what they name.
 *
 * @throws CheckoutError ORIGIN_NOT_ALLOWED
 */
export function requireOwnPage({ headers }: Pick<Request, "headers">, baseUrl: string): void {
  const site = headers.get("sec-fetch-site");
  const origin = parseUrl(headers.get("origin") ?? "");
  const own =
    origin !== null && (origin.origin === parseUrl(baseUrl)?.origin || origin.host === headers.get("host"));
  if (own && (site === null || site === "same-origin")) return;
  throw new CheckoutError("ORIGIN_NOT_ALLOWED", "Only the dashboard's own pages may do this.");
}
