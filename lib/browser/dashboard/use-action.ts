"use client";

import { useRouter } from "next/navigation";
import { useCallback, useRef, useState } from "react";
import type { OutputOf, SentInputOf } from "@/lib/accounts/account.schema";
import { personHeader } from "@/lib/accounts/browser.rules";
import type { AccountActions, ProjectActions } from "@/lib/api/dashboard/action-list";
import { type ApiAnswer, callApi, post } from "@/lib/browser/api";
import { dashboardLanguage } from "@/lib/platform/i18n/language.rules";
import { minuteMs } from "@/lib/platform/values/time.rules";

type Failed = Extract<ApiAnswer<never>, { ok: false }>["error"] & {
  details?: readonly { param: string; message: string }[];
};

/**
 * A member's action in a project.
 *
 * @param takesPage the action removes the present page: the caller navigates away
 * @example const { act, pending, error } = useProjectAction(projectId, "createKey")
 */
export function useProjectAction<Name extends keyof ProjectActions & string>(
  projectId: string,
  name: Name,
  takesPage = false,
) {
  return useActionAt<SentInputOf<ProjectActions[Name]>, OutputOf<ProjectActions[Name]>>(
    `/api/dashboard/projects/${projectId}/actions/${name}`,
    takesPage,
  );
}

/** A person's action on their own account. */
export function useAccountAction<Name extends keyof AccountActions & string>(name: Name) {
  return useActionAt<SentInputOf<AccountActions[Name]>, OutputOf<AccountActions[Name]>>(
    `/api/dashboard/account/${name}`,
  );
}

/** An action on the server, and its state, for a form. */
export type ActState<Input, Output> = {
  pending: boolean;
  error: Failed | null;
  /** Returns null when it was refused; then `error` has the reason. */
  act(input: Input): Promise<Output | null>;
  reset(): void;
};

/** @param send returns null when the browser leaves the page */
export function useAct<Input, Output>(
  send: (input: Input) => Promise<ApiAnswer<Output> | null>,
): ActState<Input, Output> {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<Failed | null>(null);
  const busy = useRef(false);

  const act = useCallback(
    async (input: Input): Promise<Output | null> => {
      // A double click counts once.
      if (busy.current) return null;
      busy.current = true;
      setPending(true);
      setError(null);
      const answer = await send(input);
      busy.current = false;
      setPending(false);
      if (answer?.ok) return answer.data;
      if (answer !== null) setError(answer.error);
      return null;
    },
    [send],
  );
  return { act, pending, error, reset: useCallback(() => setError(null), []) };
}

/**
 * The page is refreshed afterwards. When the action needs a fresh proof of identity, we ask for it and then repeat the
 * action.
 */
function useActionAt<Input, Output>(path: string, takesPage = false): ActState<Input, Output> {
  const router = useRouter();
  return useAct(
    useCallback(
      async (input: Input) => {
        const answer = await withFreshProof(() => callAsPerson<Output>(path, post(input)));
        if (answer.ok && !takesPage) router.refresh();
        if (answer.ok || answer.error.code !== "UNAUTHORIZED" || dialog !== null) return answer;
        location.assign(`/dashboard/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`);
        return null;
      },
      [path, router, takesPage],
    ),
  );
}

const timeoutMs = minuteMs;

/** Uploads a picture unchanged. The service checks its content, not its claimed type. */
export function uploadLogo(projectId: string, file: Blob): Promise<ApiAnswer<{ digest: string }>> {
  return callAsPerson(`/api/dashboard/projects/${projectId}/logo`, {
    method: "PUT",
    headers: { "content-type": "application/octet-stream" },
    body: file,
    signal: AbortSignal.timeout(timeoutMs),
  });
}

/** What an action lacks: a fresh proof of identity, or a session, since it has ended. */
export type Missing = "proof" | "session";

/** Asks for what is missing; resolves to whether the action is to be repeated. What was typed stays. */
export type ProofDialog = (missing: Missing) => Promise<boolean>;

let dialog: ProofDialog | null = null;
let person: string | null = null;

/**
 * The dashboard's frame registers its single dialog, and the person it was made for. @returns a function that removes it
 */
export function placeProofDialog(placed: ProofDialog, userId: string): () => void {
  dialog = placed;
  person = userId;
  return () => {
    if (dialog === placed) dialog = person = null;
  };
}

/**
 * Calls the service in the page's language and in the name of its person, if it has one: the service refuses the call
 * when someone else has signed in meanwhile.
 */
export function callAsPerson<T>(path: string, init: RequestInit): Promise<ApiAnswer<T>> {
  const headers = new Headers(init.headers);
  headers.set("accept-language", dashboardLanguage());
  if (person !== null) headers.set(personHeader, person);
  return callApi(path, { ...init, headers: Object.fromEntries(headers) });
}

const missingOf: Readonly<Record<string, Missing>> = {
  REAUTHENTICATION_REQUIRED: "proof",
  UNAUTHORIZED: "session",
};

/** Repeats the request after a fresh proof of identity or a new session, if the service requires it and the person gives it. */
export async function withFreshProof<T>(send: () => Promise<ApiAnswer<T>>): Promise<ApiAnswer<T>> {
  for (;;) {
    const answer = await send();
    const missing = answer.ok ? undefined : missingOf[answer.error.code];
    if (missing === undefined || dialog === null || !(await dialog(missing))) return answer;
  }
}
