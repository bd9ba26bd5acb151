import "server-only";
import { hkdfSync } from "node:crypto";
import type { CookiesOptions } from "next-auth";
import { sessionLifeMs } from "@/lib/accounts/sign-in/sessions";
import type { Env } from "@/lib/api/settings/env";

/** How long next-auth lets a cookie be good; the session's row may say less. */
export const sessionLifeSeconds = sessionLifeMs / 1000;

const secretBytes = 32;

/** What seals cookies, from the service's own key (RFC 5869): anyone who reads one of both learns nothing of the other. */
export function authSecret({ DATA_KEY }: Pick<Env, "DATA_KEY">): string {
  return Buffer.from(hkdfSync("sha256", DATA_KEY, "", "dashboard sign-in", secretBytes)).toString("base64");
}

/** A browser sends secure cookies back over https alone, and takes `__Host-` from no other host and no subdomain. */
export function cookieOf(
  name: "session" | "second-factor" | "csrf" | "return" | "pkce" | "state" | "nonce",
  { BASE_URL }: Pick<Env, "BASE_URL">,
) {
  const secure = BASE_URL.startsWith("https://");
  return {
    name: `${secure ? "__Host-" : ""}dashboard-${name}`,
    options: { httpOnly: true, sameSite: "lax", path: "/", secure },
  } as const;
}

const quarterHourSeconds = 900;

/** next-auth's cookies under names of our own. */
export function authCookies(settings: Pick<Env, "BASE_URL">): CookiesOptions {
  const brief = (name: "pkce" | "state" | "nonce") => {
    const { options, ...cookie } = cookieOf(name, settings);
    return { ...cookie, options: { ...options, maxAge: quarterHourSeconds } };
  };
  return {
    sessionToken: cookieOf("session", settings),
    callbackUrl: cookieOf("return", settings),
    csrfToken: cookieOf("csrf", settings),
    pkceCodeVerifier: brief("pkce"),
    state: brief("state"),
    nonce: brief("nonce"),
  };
}
