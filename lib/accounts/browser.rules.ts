import { parseUrl } from "@/lib/platform/values/url.rules";

/** Header of a dashboard page's calls: the id of the person for whom the page was made. */
export const personHeader = "x-page-person";

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

/** Names of browsers; those that also claim another's name come first. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
  [/^curl\//, "curl"],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\b(Macintosh|Mac OS X)\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

/**
 * A browser and system in words that its owner recognises.
 *
 * @returns null when nothing is recognised
 * @example deviceWords("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0") // "Firefox on Linux"
 */
export function deviceWords(userAgent: string | null): string | null {
  const nameIn = (names: typeof browsers) =>
    userAgent === null ? undefined : names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, system] = [nameIn(browsers), nameIn(systems)];
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`;
  return browser ?? system ?? null;
}
