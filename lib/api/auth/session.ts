import "server-only";
import { cookies } from "next/headers";
import { decode } from "next-auth/jwt";
import { cache } from "react";
import { findSession } from "@/lib/accounts/sessions/find-session";
import type { SignedIn } from "@/lib/accounts/signed-in";
import { getDeps } from "@/lib/api/deps";
import { env } from "@/lib/api/settings/env";
import { authSecret, cookieOf } from "./auth-settings";

/**
 * Who asks, for pages and route handlers; null for a stranger. The row of the session is read on every request, once
 * however many parts of a page ask: one that was revoked ends with the next click.
 */
export const readSession: () => Promise<SignedIn | null> = cache(async () => {
  const sessionId = await readSessionId();
  return sessionId === null ? null : findSession(getDeps(), sessionId);
});

/** The session that the browser's cookie names, whether it is open or not. */
export async function readSessionId(): Promise<string | null> {
  const settings = env();
  const token = (await cookies()).get(cookieOf("session", settings).name)?.value;
  if (token === undefined) return null;
  // One that somebody made up, or that is older than the key, cannot be decrypted.
  const claims = await decode({ token, secret: authSecret(settings) }).catch(() => null);
  return typeof claims?.sessionId === "string" ? claims.sessionId : null;
}
