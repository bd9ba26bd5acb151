import { fault } from "@/lib/platform/faults/fault.rules";
import "server-only";
import { after, NextRequest } from "next/server";
import type { AuthOptions, CallbacksOptions } from "next-auth";
import type { z } from "zod";
import { type EntryStep, entrySteps } from "@/lib/accounts/account.schema";
import { acceptInvitation, joinByInvitation, makeFirstAccount } from "@/lib/accounts/new-account";
import { requestReset, resetPassword } from "@/lib/accounts/password/reset-password";
import type { ClientFacts } from "@/lib/accounts/sign-in/session.store";
import { readClientAddress } from "@/lib/api/client-address";
import { requireOwnPage } from "@/lib/api/dashboard/page-access";
import { readInput } from "@/lib/api/http/read-input";
import { handle, type RouteHandler } from "@/lib/api/http/route";
import { clientOf, limitByClient } from "@/lib/api/limits/limits";
import { type AccountDeps, getAccounts } from "@/lib/api/wiring/accounts";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { returnPath } from "@/lib/platform/values/url.rules";
import { env } from "@/lib/settings/env";
import { cookieOf, readLastSession, readSession } from "./session";
import { askPasskeyToSignIn, askWalletToSignIn } from "./ways-in";

/** What a request reveals about its browser. */
export async function clientFacts(request: Request): Promise<ClientFacts> {
  return {
    userAgent: request.headers.get("user-agent"),
    address: readClientAddress(request.headers),
    network: clientOf(request),
    lastSession: await readLastSession(),
  };
}

type StepHandlers = {
  [Name in EntryStep]: (
    deps: AccountDeps,
    input: z.output<(typeof entrySteps)[Name]["input"]>,
    client: ClientFacts,
  ) => Promise<z.output<(typeof entrySteps)[Name]["output"]>>;
};

const handlers: StepHandlers = {
  setup: async (deps, input, client) => {
    await makeFirstAccount(deps, input, client);
    return { done: true };
  },
  requestReset: async (deps, { email }, client) => {
    const write = await requestReset(deps, email, client);
    after(() =>
      write().catch((error: unknown) => deps.log.error({ error }, "could not e-mail a reset link")),
    );
    return { done: true };
  },
  resetPassword: async (deps, input, client) => {
    await resetPassword(deps, input, client);
    return { done: true };
  },
  join: joinByInvitation,
  accept: async (deps, { token }, client) => {
    const signedIn = await readSession();
    if (signedIn === null) throw new CheckoutError("UNAUTHORIZED", fault("accounts.notSignedIn"));
    return acceptInvitation(deps, signedIn, token, client);
  },
  askWallet: askWalletToSignIn,
  askPasskey: (deps, _, client) => askPasskeyToSignIn(deps, client),
};

/** Public steps of the dashboard besides signing in. */
export const entryStep: RouteHandler = handle(
  { operationId: "dashboardEntryStep", isOfDashboard: true },
  async (call) => {
    const { params, request } = call;
    requireOwnPage(request, env().BASE_URL);
    await limitByClient(call);
    const name = params.step ?? "";
    if (!Object.hasOwn(entrySteps, name)) throw new CheckoutError("NOT_FOUND", fault("api.stepNotFound"));
    const { input, output } = entrySteps[name as EntryStep];
    const { body } = await readInput({ body: input, query: null, method: "POST" }, request);
    const run = handlers[name as EntryStep] as (
      deps: AccountDeps,
      input: unknown,
      client: ClientFacts,
    ) => Promise<unknown>;
    const data = output.parse(await run(getAccounts(), body, await clientFacts(request)));
    return { status: 200, body: JSON.stringify({ ok: true, data }) };
  },
);

// No "server-only" here: nothing in it is secret, and its tests run outside Next.

const page = "/dashboard/sign-in";

/**
 * The sign-in page's URL, which leads on to the page that the visitor wanted.
 *
 * @param next in any spelling; left out unless it is a page of the dashboard
 * @example signInUrl("/dashboard/account", { step: "code" })
 * // "/dashboard/sign-in?next=%2Fdashboard%2Faccount&step=code"
 */
export function signInUrl(
  next: string | null,
  what: { step?: "code"; error?: "AccessDenied" | "OAuthCallback" } = {},
): string {
  const path = returnPath(next);
  const query = new URLSearchParams({ ...(path === returnPath(null) ? {} : { next: path }), ...what });
  return query.size === 0 ? page : `${page}?${query}`;
}

/** next-auth's pages, all of them the door; it adds what went wrong. */
export function signInPages(next: string | null): AuthOptions["pages"] {
  const here = signInUrl(next);
  return { signIn: here, error: here, signOut: page, verifyRequest: page };
}

/** Where next-auth may redirect: only to pages of the dashboard. */
export function leadsTo({ BASE_URL }: { BASE_URL: string }): CallbacksOptions["redirect"] {
  return async ({ url }) => returnPath(url.replace(BASE_URL, ""));
}

/** The page that the browser wanted when it left for a provider; null without one. */
export function wantedPage(request: Request, settings: { BASE_URL: string }): string | null {
  const { cookies } = new NextRequest(request.url, { headers: request.headers });
  return cookies.get(cookieOf("return", settings).name)?.value.replace(settings.BASE_URL, "") ?? null;
}
