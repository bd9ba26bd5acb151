import { parseUrl } from "@/lib/platform/values/url.rules";

/** The relying party of passkeys: `rpId` is a domain, `origin` the pages that may request them. */
export type PasskeyHost = { rpId: string; origin: string };

/**
 * The host of passkeys; null where browsers have none: without TLS, except on localhost, and at a bare IP address.
 *
 * @example passkeyHost("https://pay.example") // { rpId: "pay.example", origin: "https://pay.example" }
 */
export function passkeyHost(dashboardUrl: string): PasskeyHost | null {
  const url = parseUrl(dashboardUrl);
  if (url === null) return null;
  const { hostname: rpId, origin, protocol } = url;
  const isLocal = rpId === "localhost" || rpId.endsWith(".localhost");
  if (protocol !== "https:" && !isLocal) return null;
  return /^[\d.]+$|^\[/.test(rpId) ? null : { rpId, origin };
}
