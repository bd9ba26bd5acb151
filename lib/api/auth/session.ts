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
 * The signed-in person, for pages and route handlers; null when signed out. The session's row is read once per request,
 * for all parts of a page, so a revoked session ends with the next request.
 */
export const readSession: () => Promise<SignedIn | null> = cache(async () => {
  const sessionId = await readSessionId();
  return sessionId === null ? null : findSession(getDeps(), sessionId);
});

/** The session named by the browser's cookie, open or not. */
export async function readSessionId(): Promise<string | null> {
  const settings = env();
  const token = (await cookies()).get(cookieOf("session", settings).name)?.value;
  if (token === undefined) return null;
  // A forged cookie, or one older than the key, cannot be decrypted.
  const claims = await decode({ token, secret: authSecret(settings) }).catch(() => null);
  return typeof claims?.sessionId === "string" ? claims.sessionId : null;
}

const pattern = /^(password|wallet|google|github)\.([\w-]{43})$/;

/** This browser's completed first step. */
export async function readSecondStep(): Promise<{ method: SignInMethod; token: string } | null> {
  const value = (await cookies()).get(cookieOf("second-factor", env()).name)?.value ?? "";
  const [, method, token] = pattern.exec(value) ?? [];
  return method === undefined || token === undefined ? null : { method: method as SignInMethod, token };
}

/** Stores the token of the second step where no script can read it; clears it after sign-in. */
export async function writeSecondStep({ entered }: Pick<SignInAttempt, "entered">): Promise<void> {
  const { name, options } = cookieOf("second-factor", env());
  if (entered?.kind === "SECOND_FACTOR") {
    const value = `${entered.method}.${entered.token}`;
    (await cookies()).set(name, value, { ...options, maxAge: secondFactorLifeMs / 1000 });
  }
  if (entered?.kind === "SIGNED_IN") (await cookies()).set(name, "", { ...options, maxAge: 0 });
}
