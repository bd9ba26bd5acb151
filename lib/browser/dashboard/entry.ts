"use client";

import { useCallback, useRef, useState } from "react";
import type { z } from "zod";
import type { EntryStep, entrySteps, SignInAnswer } from "@/lib/accounts/account.schema";
import { type ApiAnswer, type ApiError, callApi, post } from "@/lib/browser/api";

/** What a form at the door does, and how that goes. */
export type EntryState<Output> = {
  pending: boolean;
  error: ApiError | null;
  /** Answers null when it was refused, which `error` then tells. */
  act(input: unknown): Promise<Output | null>;
};

/** Shows who one is in one of the ways that the service knows, such as `password`. */
export async function signInBy(way: string, input: object): Promise<ApiAnswer<SignInAnswer>> {
  return callApi(`/api/auth/callback/${way}`, post({ ...input, csrfToken: await csrfToken() }));
}

/** Goes to another service, which sends its reader back. @returns false when that did not begin */
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

/** Ends this browser's session. @returns whether that is done */
export async function signOut(): Promise<boolean> {
  try {
    const body = { csrfToken: await csrfToken(), json: "true" };
    const answer = await fetch("/api/auth/signout", post(body));
    // Where it does not take the token it leads to a page that asks again.
    const { url = "csrf" } = (await answer.json()) as { url?: string };
    return answer.ok && !url.includes("csrf");
  } catch {
    return false;
  }
}

/** Signing in, as a form does it. */
export function useSignIn(way: string): EntryState<SignInAnswer> {
  return useAct(useCallback((input) => signInBy(way, input as object), [way]));
}

/** A step at the door, as a form does it. */
export function useEntryStep<Name extends EntryStep>(name: Name): EntryState<StepAnswer<Name>> {
  return useAct(useCallback((input) => callApi(`/api/auth/steps/${name}`, post(input)), [name]));
}

type StepAnswer<Name extends EntryStep> = z.output<(typeof entrySteps)[Name]["output"]>;

/** next-auth's proof that a request comes from a page of ours; empty when the service does not answer. */
async function csrfToken(): Promise<string> {
  try {
    const answer = await fetch("/api/auth/csrf", { headers: { accept: "application/json" } });
    return ((await answer.json()) as { csrfToken?: string }).csrfToken ?? "";
  } catch {
    return "";
  }
}

function useAct<Output>(ask: (input: unknown) => Promise<ApiAnswer<Output>>): EntryState<Output> {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const busy = useRef(false);
  const act = useCallback(
    async (input: unknown) => {
      // A double click is one try.
      if (busy.current) return null;
      busy.current = true;
      setPending(true);
      setError(null);
      const answer = await ask(input);
      busy.current = false;
      setPending(false);
      if (answer.ok) return answer.data;
      setError(answer.error);
      return null;
    },
    [ask],
  );
  return { pending, error, act };
}
