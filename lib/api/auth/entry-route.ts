import "server-only";
import { after } from "next/server";
import type { z } from "zod";
import { acceptInvitation } from "@/lib/accounts/invitations/accept-invitation";
import { joinByInvitation } from "@/lib/accounts/invitations/join-by-invitation";
import { requestReset } from "@/lib/accounts/reset/request-reset";
import { resetPassword } from "@/lib/accounts/reset/reset-password";
import type { ClientFacts } from "@/lib/accounts/session.store";
import { makeFirstAccount } from "@/lib/accounts/setup/make-first-account";
import { type EntryStep, entrySteps } from "@/lib/accounts/sign-in.schema";
import { requireOwnPage } from "@/lib/api/dashboard/own-page";
import type { Deps } from "@/lib/api/deps";
import { handle, type RouteHandler } from "@/lib/api/http/route";
import { readInput } from "@/lib/api/input/read-input";
import { limitByClient } from "@/lib/api/limits/limits";
import { env } from "@/lib/api/settings/env";
import { CheckoutError } from "@/lib/platform/errors.rules";
import { clientFacts } from "./client-facts";
import { readSession } from "./session";
import { askWalletToSignIn } from "./wallet-way-in";

type StepHandlers = {
  [Name in EntryStep]: (
    deps: Deps,
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
    after(() => write().catch((error: unknown) => deps.log.error({ error }, "a reset link was not mailed")));
    return { done: true };
  },
  resetPassword: async (deps, input, client) => {
    await resetPassword(deps, input, client);
    return { done: true };
  },
  join: joinByInvitation,
  accept: async (deps, { token }, client) => {
    const signedIn = await readSession();
    if (signedIn === null) throw new CheckoutError("UNAUTHORIZED", "You are not signed in. Sign in first.");
    return acceptInvitation(deps, signedIn, token, client);
  },
  askWallet: askWalletToSignIn,
};

/** What strangers do at the door of the dashboard, beside signing in. */
export const entryStep: RouteHandler = handle({ operationId: "dashboardEntryStep" }, async (call) => {
  const { deps, params, request } = call;
  requireOwnPage(request, env().BASE_URL);
  await limitByClient(call);
  const name = params.step ?? "";
  if (!Object.hasOwn(entrySteps, name)) throw new CheckoutError("NOT_FOUND", "There is no such step.");
  const { input, output } = entrySteps[name as EntryStep];
  const { body } = await readInput({ body: input, query: null, method: "POST" }, request);
  const run = handlers[name as EntryStep] as (
    deps: Deps,
    input: unknown,
    client: ClientFacts,
  ) => Promise<unknown>;
  const data = output.parse(await run(deps, body, clientFacts(request)));
  return { status: 200, body: JSON.stringify({ ok: true, data }) };
});
