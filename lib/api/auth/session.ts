import "server-only";
import { cookies } from "next/headers";
import { decode } from "next-auth/jwt";
import { cache } from "react";
import type { SignInMethod } from "@/lib/accounts/sign-in/session.store";
import { findSession } from "@/lib/accounts/sign-in/sessions";
import { secondFactorLifeMs } from "@/lib/accounts/sign-in/sign-in";
import type { SignedIn } from "@/lib/accounts/sign-in/signed-in";
import { getDeps } from "@/lib/api/deps";
import { env } from "@/lib/api/settings/env";
import { authSecret, cookieOf } from "./auth-settings";
import type { SignInAttempt } from "./sign-in-attempt";

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
  // One that someone made up, or that is older than the key, cannot be decrypted.
  const claims = await decode({ token, secret: authSecret(settings) }).catch(() => null);
  return typeof claims?.sessionId === "string" ? claims.sessionId : null;
}

const pattern = /^(password|wallet|google|github)\.([\w-]{43})$/;

/** The first step that this browser has behind it. */
export async function readSecondStep(): Promise<{ method: SignInMethod; token: string } | null> {
  const value = (await cookies()).get(cookieOf("second-factor", env()).name)?.value ?? "";
  const [, method, token] = pattern.exec(value) ?? [];
  return method === undefined || token === undefined ? null : { method: method as SignInMethod, token };
}

/** Keeps the token of the second step where no script of a page reads it; and forgets it once someone is in. */
export async function writeSecondStep({ entered }: Pick<SignInAttempt, "entered">): Promise<void> {
  const { name, options } = cookieOf("second-factor", env());
  if (entered?.kind === "SECOND_FACTOR") {
    const value = `${entered.method}.${entered.token}`;
    (await cookies()).set(name, value, { ...options, maxAge: secondFactorLifeMs / 1000 });
  }
  if (entered?.kind === "SIGNED_IN") (await cookies()).set(name, "", { ...options, maxAge: 0 });
}
