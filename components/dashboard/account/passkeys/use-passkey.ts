"use client";

import { useCallback } from "react";
import { accountWords } from "@/components/dashboard/messages/account";
import type { ApiAnswer } from "@/lib/browser/api";
import { signByPasskey } from "@/lib/browser/dashboard/passkey";
import { type ActState, useAct } from "@/lib/browser/dashboard/use-action";

type Signature = Extract<Awaited<ReturnType<typeof signByPasskey>>, { ok: true }>["value"];

/** Requests a challenge, has a passkey sign it, and submits the signature. */
export function usePasskey<Output>(
  ask: () => Promise<ApiAnswer<{ options: PublicKeyCredentialRequestOptionsJSON }>>,
  submit: (answer: Signature) => Promise<ApiAnswer<Output>>,
): ActState<unknown, Output> {
  return useAct<unknown, Output>(
    useCallback(async () => {
      const request = await ask();
      if (!request.ok) return request;
      const signed = await signByPasskey(request.data.options);
      if (signed.ok) return submit(signed.value);
      const message = accountWords.passkeys.problems[signed.problem];
      return { ok: false, error: { code: "", message, retryAfterMs: 0 } };
    }, [ask, submit]),
  );
}
