"use client";

import { KeyRound } from "lucide-react";
import { useCallback } from "react";
import { accountWords } from "@/components/dashboard/messages/account";
import { errorText, shellWords } from "@/components/dashboard/messages/shell";
import { Problem } from "@/components/dashboard/ui/notice";
import type { ApiAnswer } from "@/lib/browser/api";
import { signByPasskey } from "@/lib/browser/dashboard/passkey";
import { type ActState, useAct } from "@/lib/browser/dashboard/use-action";

type Props<Output> = {
  /** From `usePasskey`. */
  state: ActState<unknown, Output>;
  label: string;
  className: string;
  onDone: (output: Output) => void;
  /** The browser used no passkey, or the service refused it. */
  onFailed?: () => void;
};

/** A button that has a passkey sign, and the reason when that failed. */
export function PasskeyButton<Output>({ state, label, className, onDone, onFailed }: Props<Output>) {
  const { act, pending, error } = state;
  const sign = async () => {
    const output = await act({});
    if (output === null) onFailed?.();
    else onDone(output);
  };
  return (
    <>
      <Problem text={error && errorText(error)} />
      <button type="button" disabled={pending} onClick={() => void sign()} className={className}>
        <KeyRound className="size-4" aria-hidden="true" />
        {pending ? shellWords.working : label}
      </button>
    </>
  );
}

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
