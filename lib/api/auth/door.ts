import { NextRequest } from "next/server";
import type { AuthOptions, CallbacksOptions } from "next-auth";
import type { Env } from "@/lib/api/settings/env";
import { returnPath } from "@/lib/platform/return-path.rules";
import { cookieOf } from "./auth-settings";

// No "server-only" here: nothing in it is secret, and its tests run outside Next.

const page = "/dashboard/sign-in";

/**
 * The sign-in page, which leads on to where its visitor wanted to go.
 *
 * @param next in whatever spelling it came; what is no page of the dashboard is left out
 * @example doorAddress("/dashboard/account", { step: "code" })
 * // "/dashboard/sign-in?next=%2Fdashboard%2Faccount&step=code"
 */
export function doorAddress(
  next: string | null,
  what: { step?: "code"; error?: "AccessDenied" | "OAuthCallback" } = {},
): string {
  const path = returnPath(next);
  const query = new URLSearchParams({ ...(path === returnPath(null) ? {} : { next: path }), ...what });
  return query.size === 0 ? page : `${page}?${query}`;
}

/** next-auth's pages, all of them the door; it adds what went wrong. */
export function doorPages(next: string | null): AuthOptions["pages"] {
  const here = doorAddress(next);
  return { signIn: here, error: here, signOut: page, verifyRequest: page };
}

/** Where next-auth may lead: to pages of the dashboard alone. */
export function leadsTo({ BASE_URL }: Pick<Env, "BASE_URL">): CallbacksOptions["redirect"] {
  return async ({ url }) => returnPath(url.replace(BASE_URL, ""));
}

/** Where the browser wanted to go when it left for another service; null for one that did not. */
export function wantedPage(request: Request, settings: Pick<Env, "BASE_URL">): string | null {
  const { cookies } = new NextRequest(request.url, { headers: request.headers });
  return cookies.get(cookieOf("return", settings).name)?.value.replace(settings.BASE_URL, "") ?? null;
}
