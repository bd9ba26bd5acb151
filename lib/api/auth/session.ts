import "server-only";
import { hkdfSync } from "node:crypto";
import { cookies } from "next/headers";
import type { CookiesOptions } from "next-auth";
import { decode, encode } from "next-auth/jwt";
import { cache } from "react";
import { challengeLifeMs } from "@/lib/accounts/passkeys/passkeys";
import type { ClientFacts, SignInMethod, SignInProof } from "@/lib/accounts/sign-in/session.store";
import { findSession, openSession, sessionLifeMs } from "@/lib/accounts/sign-in/sessions";
import { type Entered, enter, secondFactorLifeMs } from "@/lib/accounts/sign-in/sign-in";
import type { SignedIn } from "@/lib/accounts/sign-in/signed-in";
import { type AccountDeps, getAccounts } from "@/lib/api/wiring/accounts";
import { env } from "@/lib/settings/env";

/**
 * The signed-in person, for pages and route handlers; null when signed out. The session's row is read once per request,
 * for all parts of a page, so a revoked session ends with the next request.
 */
export const readSession: () => Promise<SignedIn | null> = cache(async () => {
  const sessionId = await readSessionId();
  return sessionId === null ? null : findSession(getAccounts(), sessionId);
});

/** The session named by the browser's cookie, open or not. */
export const readSessionId = (): Promise<string | null> => readSealedSession("session");

/** The last session that was opened in this browser, also after it was signed out. */
export const readLastSession = (): Promise<string | null> => readSealedSession("browser");

async function readSealedSession(cookie: "session" | "browser"): Promise<string | null> {
  const settings = env();
  const token = (await cookies()).get(cookieOf(cookie, settings).name)?.value;
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

/**
 * Stores the token of the second step where no script can read it. After sign-in clears it, and remembers the session,
 * so that strangers' wrong passwords don't lock this browser out.
 */
export async function writeSecondStep({ entered }: SignInAttempt): Promise<void> {
  const { name, options } = cookieOf("second-factor", env());
  if (entered?.kind === "SECOND_FACTOR") {
    const value = `${entered.method}.${entered.token}`;
    (await cookies()).set(name, value, { ...options, maxAge: secondFactorLifeMs / 1000 });
  }
  if (entered?.kind !== "SIGNED_IN") return;
  (await cookies()).set(name, "", { ...options, maxAge: 0 });
  const browser = cookieOf("browser", env());
  const { sessionId } = entered;
  const token = await encode({ token: { sessionId }, secret: authSecret(env()), maxAge: browserLifeSeconds });
  (await cookies()).set(browser.name, token, { ...browser.options, maxAge: browserLifeSeconds });
}

/** Sends the options to the page, and keeps the secret of their challenge where no script can read it. */
export async function withChallenge<Options>({
  browserSecret,
  options,
}: {
  browserSecret: string;
  options: Options;
}): Promise<{ options: Options }> {
  const { name, options: cookie } = cookieOf("passkey", env());
  (await cookies()).set(name, browserSecret, { ...cookie, maxAge: challengeLifeMs / 1000 });
  return { options };
}

/** The secret of this browser's latest challenge for passkeys. */
export async function readBrowserSecret(): Promise<string | null> {
  return (await cookies()).get(cookieOf("passkey", env()).name)?.value ?? null;
}

/** Rows of sessions are kept this long at most, from their opening to their deletion. */
const browserLifeSeconds = (2 * sessionLifeMs) / 1000;

/** The lifetime of next-auth's cookie; the session's row may end earlier. */
export const sessionLifeSeconds = sessionLifeMs / 1000;

const secretBytes = 32;

/** The key for cookies, derived from the service's own (RFC 5869): neither reveals the other. */
export function authSecret({ DATA_KEY }: { DATA_KEY: Buffer }): string {
  return Buffer.from(hkdfSync("sha256", DATA_KEY, "", "dashboard sign-in", secretBytes)).toString("base64");
}

/** A browser sends secure cookies only over https, and accepts `__Host-` from no other host or subdomain. */
export function cookieOf(
  name: "session" | "browser" | "second-factor" | "passkey" | "csrf" | "return" | "pkce" | "state" | "nonce",
  { BASE_URL }: { BASE_URL: string },
) {
  const secure = BASE_URL.startsWith("https://");
  return {
    name: `${secure ? "__Host-" : ""}dashboard-${name}`,
    options: { httpOnly: true, sameSite: "lax", path: "/", secure },
  } as const;
}

const quarterHourSeconds = 900;

/** next-auth's cookies under our own names. */
export function authCookies(settings: { BASE_URL: string }): CookiesOptions {
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

/** A proven person, and how they proved it. */
export type Proven = { userId: string; method: SignInMethod; proof: SignInProof };

/** One sign-in request: next-auth asks for its result in several places, and passes on no reason for a failure. */
export class SignInAttempt {
  readonly deps: AccountDeps;
  readonly client: ClientFacts;
  /** The browser's existing session. */
  readonly replaces: string | null;
  entered: (Entered & { method: SignInMethod }) | null = null;
  refusal: unknown = null;

  constructor(deps: AccountDeps, client: ClientFacts, replaces: string | null) {
    this.deps = deps;
    this.client = client;
    this.replaces = replaces;
  }

  /** Signs in a proven person. @returns whether there is a session now */
  async enter(prove: () => Promise<Proven>): Promise<boolean> {
    try {
      const { proof, ...who } = await prove();
      const entered: Entered =
        "secondStep" in proof || "passkeyId" in proof
          ? {
              kind: "SIGNED_IN",
              ...(await openSession(this.deps, { ...who, proof }, this.client, this.replaces)),
            }
          : await enter(this.deps, { ...who, proof }, this.client, this.replaces);
      this.entered = { ...entered, method: who.method };
    } catch (error) {
      this.refusal = error;
    }
    return this.entered?.kind === "SIGNED_IN";
  }
}
