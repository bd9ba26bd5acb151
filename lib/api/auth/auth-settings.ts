import "server-only";
import { hkdfSync } from "node:crypto";
import type { CookiesOptions } from "next-auth";
import { sessionLifeMs } from "@/lib/accounts/sign-in/sessions";
import type { Env } from "@/lib/api/settings/env";

/** The lifetime of next-auth's cookie; the session's row may end earlier. */
export const sessionLifeSeconds = sessionLifeMs / 1000;

const secretBytes = 32;

/** The key for cookies, derived from the service's own (RFC 5869): neither reveals the other. */
export function authSecret({ DATA_KEY }: Pick<Env, "DATA_KEY">): string {
  return Buffer.from(hkdfSync("sha256", DATA_KEY, "", "dashboard sign-in", secretBytes)).toString("base64");
}

/** A browser sends secure cookies only over https, and accepts `__Host-` from no other host or subdomain. */
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

/** next-auth's cookies under our own names. */
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
