"use client";

import { useCallback } from "react";
import type { z } from "zod";
import type { EntryStep, entrySteps, SignInAnswer } from "@/lib/accounts/account.schema";
import { type ApiAnswer, post } from "@/lib/browser/api";
import { type ActState, callAsPerson, useAct } from "./use-action";

/** The action and state of a sign-in form. */
export type EntryState<Output> = ActState<unknown, Output>;

/** Proves identity by one of the service's ways, such as `password`. */
export async function signInBy(way: string, input: object): Promise<ApiAnswer<SignInAnswer>> {
  return callAsPerson(`/api/auth/callback/${way}`, post({ ...input, csrfToken: await csrfToken() }));
}

/** A challenge for the passkeys of this browser. */
export const askPasskeyToSignIn = () =>
  callAsPerson<StepAnswer<"askPasskey">>("/api/auth/steps/askPasskey", post({}));

/** Redirects to an external provider, which redirects back. @returns false when the redirect did not start */
export async function signInByProvider(provider: string, next: string): Promise<boolean> {
  const body = { csrfToken: await csrfToken(), callbackUrl: next, json: "true" };
  try {
    const answer = await fetch(`/api/auth/signin/${provider}`, post(body));
    const { url } = (await answer.json()) as { url?: string };
    if (!answer.ok || url === undefined) return false;
    location.assign(url);
    return true;
  } catch {
    return false;
  }
}

/** Ends this browser's session. @returns whether it succeeded */
export async function signOut(): Promise<boolean> {
  try {
    const body = { csrfToken: await csrfToken(), json: "true" };
    const answer = await fetch("/api/auth/signout", post(body));
    // When the token is rejected, the answer leads to a page that asks again.
    const { url = "csrf" } = (await answer.json()) as { url?: string };
    return answer.ok && !url.includes("csrf");
  } catch {
    return false;
  }
}

/** Signing in, for a form. */
export function useSignIn(way: string): EntryState<SignInAnswer> {
  return useAct(useCallback((input) => signInBy(way, input as object), [way]));
}

/** Another public step, for a form. */
export function useEntryStep<Name extends EntryStep>(name: Name): EntryState<StepAnswer<Name>> {
  return useAct(useCallback((input) => callAsPerson(`/api/auth/steps/${name}`, post(input)), [name]));
}

type StepAnswer<Name extends EntryStep> = z.output<(typeof entrySteps)[Name]["output"]>;

/** next-auth's CSRF token; empty when the service does not answer. */
async function csrfToken(): Promise<string> {
  try {
    const answer = await fetch("/api/auth/csrf", { headers: { accept: "application/json" } });
    return ((await answer.json()) as { csrfToken?: string }).csrfToken ?? "";
  } catch {
    return "";
  }
}
