import { fault } from "@/lib/platform/faults/fault.rules";
import "server-only";
import { NextRequest } from "next/server";
import NextAuth, { type AuthOptions, type CallbacksOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { z } from "zod";
import { findSession } from "@/lib/accounts/sign-in/sessions";
import { authorizeByProvider, type ProviderPerson } from "@/lib/accounts/sign-in/sign-in-by-provider";
import type { OauthProvider } from "@/lib/accounts/sign-in/signed-in";
import { requireOwnPage } from "@/lib/api/dashboard/page-access";
import type { Call } from "@/lib/api/http/note-request";
import { readInput, readText } from "@/lib/api/http/read-input";
import { dashboardLanguageOf } from "@/lib/api/http/request-language";
import { requestIdOf, respondError } from "@/lib/api/http/respond";
import { handle, logFailure, type RouteHandler } from "@/lib/api/http/route";
import { limitByClient } from "@/lib/api/limits/limits";
import { getAccounts } from "@/lib/api/wiring/accounts";
import { getHttp } from "@/lib/api/wiring/http";
import { isMailAddress } from "@/lib/letters/mail-kinds.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { env } from "@/lib/settings/env";
import { clientFacts, leadsTo, signInPages, signInUrl, wantedPage } from "./entry-route";
import { oauthProviders } from "./oauth";
import {
  authCookies,
  authSecret,
  type Proven,
  readSessionId,
  SignInAttempt,
  sessionLifeSeconds,
  writeSecondStep,
} from "./session";
import { type WayIn, waysIn } from "./ways-in";

const maxBodyBytes = 16 * 1024;

/** The routes of next-auth that the pages need: its session endpoint would answer without reading the session's row. */
const served: readonly RegExp[] = [
  /^GET (?:csrf|error|signin)$/,
  /^POST signout$/,
  /^GET callback (?:google|github)$/,
  /^POST signin (?:google|github)$/,
];

/** Everything below /api/auth that next-auth answers. */
export const authRoute: RouteHandler = async (request, context) => {
  const nextauth = asList((await context.params)?.nextauth);
  const [action = "", provider = ""] = nextauth;
  const way = Object.hasOwn(waysIn, provider) ? waysIn[provider] : undefined;
  if (request.method === "POST" && action === "callback" && way !== undefined)
    return handle({ operationId: "dashboardSignIn", isOfDashboard: true }, (call) =>
      signIn(call, nextauth, way),
    )(request, context);
  return passOn(request, nextauth);
};

/** A posted sign-in: the answer is ours, its cookies are next-auth's. */
async function signIn(call: Call, nextauth: string[], way: WayIn) {
  const { request, headers } = call;
  requireOwnPage(request, env().BASE_URL);
  await limitByClient(call);
  const schema = way.input.extend({ csrfToken: z.string() });
  const { body: input, text } = await readInput({ body: schema, query: null, method: "POST" }, request);
  const attempt = new SignInAttempt(getAccounts(), await clientFacts(request), await readSessionId());
  const prove = () => way.prove(attempt, input as z.output<typeof schema>);
  const answer = await ask(request, text, nextauth, authOptions(attempt, null, prove));
  for (const cookie of answer.headers.getSetCookie()) headers.append("set-cookie", cookie);
  if (attempt.refusal !== null) throw attempt.refusal;
  // next-auth did not call us: its CSRF token is missing or wrong.
  if (attempt.entered === null) throw new CheckoutError("ORIGIN_NOT_ALLOWED", fault("api.pageExpired"));
  await writeSecondStep(attempt);
  return { status: 200, body: JSON.stringify({ ok: true, data: { next: attempt.entered.kind } }) };
}

/** Its error names; it copies its input into a header, which must not contain a line break. */
const errorName = /^\w{0,50}$/;

/** The routes that next-auth answers itself: its tokens, the redirects to providers and back, and sign-out. */
async function passOn(request: Request, nextauth: string[]): Promise<Response> {
  const { method } = request;
  try {
    const route = [method, ...nextauth].join(" ");
    const isNamed = errorName.test(new URL(request.url).searchParams.get("error") ?? "");
    if (!isNamed || !served.some((each) => each.test(route)))
      throw new CheckoutError("NOT_FOUND", fault("api.nothingHere"));
    if (method === "POST") requireOwnPage(request, env().BASE_URL);
    await limitByClient({ params: {}, requestId: "", headers: new Headers(), deps: getHttp(), request });
    const text = method === "POST" ? await readText(request, maxBodyBytes) : null;
    const attempt = new SignInAttempt(getAccounts(), await clientFacts(request), await readSessionId());
    const options = authOptions(attempt, wantedPage(request, env()));
    const answer = await ask(request, text, nextauth, options);
    await writeSecondStep(attempt);
    return answer;
  } catch (error) {
    const requestId = requestIdOf(request);
    if (!(error instanceof CheckoutError)) logFailure({ operationId: "dashboardAuth" }, requestId, error);
    return respondError(error, requestId, new Headers(), dashboardLanguageOf(request));
  }
}

async function ask(
  request: Request,
  text: string | null,
  nextauth: string[],
  options: AuthOptions,
): Promise<Response> {
  const { method, headers } = request;
  const authRequest = new NextRequest(request.url, {
    method,
    headers,
    ...(text === null ? {} : { body: text }),
  });
  return NextAuth(authRequest, { params: { nextauth } }, options);
}

function asList(segments: string | string[] | undefined): string[] {
  return Array.isArray(segments) ? segments : [];
}

// No "server-only" here: nothing in it is secret, and its tests run outside Next.

const googleClaims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().optional(),
  // Some of Google's tokens send it as text.
  email_verified: z.union([z.boolean(), z.enum(["true", "false"])]).optional(),
});

/**
 * The person in Google's id token.
 * @throws z.ZodError for invalid claims
 */
export function googlePerson(claims: unknown): ProviderPerson {
  const { sub, email, email_verified: verified } = googleClaims.parse(claims);
  const isVerified = verified === true || verified === "true";
  return { provider: "google", subject: sub, verifiedEmail: isVerified ? address(email) : null };
}

const githubProfile = z.object({
  id: z.int().positive(),
  /** From `GET /user/emails`; the profile's own `email` does not say whether it is verified. */
  emails: z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() })).optional(),
});

/**
 * The person in GitHub's profile. Only the primary address counts, and only if verified: any other may be an old one.
 * @throws z.ZodError for an invalid profile
 */
export function githubPerson(profile: unknown): ProviderPerson {
  const { id, emails = [] } = githubProfile.parse(profile);
  const own = emails.find(({ primary, verified }) => primary && verified);
  return { provider: "github", subject: String(id), verifiedEmail: address(own?.email) };
}

function address(email: string | undefined): string | null {
  return email !== undefined && isMailAddress(email) ? email.toLowerCase() : null;
}

const persons: Readonly<Record<OauthProvider, (profile: unknown) => ProviderPerson>> = {
  google: googlePerson,
  github: githubPerson,
};

/**
 * Signs in a person whom a provider redirected back, or redirects them: to the second step, or to the sign-in page with
 * the error. Posted sign-ins were checked before.
 *
 * @param next the page they wanted
 */
export function providerSignIn(attempt: SignInAttempt, next: string | null): CallbacksOptions["signIn"] {
  return async ({ account, profile }) => {
    if (account?.type !== "oauth") return true;
    if (await attempt.enter(() => prove(attempt, account.provider, profile))) return true;
    if (attempt.entered !== null) return signInUrl(next, { step: "code" });
    const isStranger = attempt.refusal instanceof CheckoutError;
    if (!isStranger)
      attempt.deps.log.error({ error: attempt.refusal }, "a provider's answer was not understood");
    return signInUrl(next, { error: isStranger ? "AccessDenied" : "OAuthCallback" });
  };
}

/** @throws CheckoutError UNAUTHORIZED for an unknown person */
async function prove({ deps, replaces }: SignInAttempt, provider: string, profile: unknown): Promise<Proven> {
  const read = Object.hasOwn(persons, provider) ? persons[provider as OauthProvider] : undefined;
  if (read === undefined) throw new Error(`${provider} is no provider of this service`);
  const person = read(profile);
  const signedIn = replaces === null ? null : await findSession(deps, replaces);
  const found = await authorizeByProvider(deps, person, signedIn?.userId ?? null);
  if (found === null) throw new CheckoutError("UNAUTHORIZED", fault("accounts.providerUnlinked"));
  const link = { provider: person.provider, subject: person.subject };
  return { ...found, method: person.provider, proof: { link } };
}

/**
 * next-auth for one request. Its token contains only the id of a session, whose row has the rest.
 *
 * @param next the page that the browser wanted, in case it returns to the sign-in page
 * @param prove checks the request's body, if it is a posted sign-in
 */
function authOptions(
  attempt: SignInAttempt,
  next: string | null,
  prove?: () => Promise<Proven>,
): AuthOptions {
  const settings = env();
  const { deps } = attempt;
  return {
    secret: authSecret(settings),
    useSecureCookies: settings.BASE_URL.startsWith("https://"),
    cookies: authCookies(settings),
    session: { strategy: "jwt", maxAge: sessionLifeSeconds },
    pages: signInPages(next),
    providers: [
      ...Object.keys(waysIn).map((id) =>
        Credentials({
          id,
          credentials: {},
          authorize: async () =>
            prove !== undefined && (await attempt.enter(prove)) ? { id: "somebody" } : null,
        }),
      ),
      ...oauthProviders(settings),
    ],
    callbacks: {
      signIn: providerSignIn(attempt, next),
      redirect: leadsTo(settings),
      jwt: async ({ token, user }) => {
        // Without a person it is the existing token.
        if (user === undefined) return token;
        if (attempt.entered?.kind !== "SIGNED_IN") throw new Error("nobody was let in");
        return { sessionId: attempt.entered.sessionId };
      },
    },
    events: {
      signOut: async ({ token }) => {
        if (typeof token.sessionId === "string") await deps.sessions.end(token.sessionId, deps.clock.now());
      },
    },
    logger: {
      error: (code, metadata) => {
        const error = metadata instanceof Error ? metadata : metadata.error;
        deps.log.warn({ code, error }, "next-auth failed");
      },
      warn: () => undefined,
      debug: () => undefined,
    },
  };
}
