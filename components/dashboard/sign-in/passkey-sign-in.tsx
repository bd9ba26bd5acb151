"use client";

import { useEffect, useRef } from "react";
import { PasskeyButton } from "@/components/dashboard/account/passkeys/passkey-button";
import { usePasskey } from "@/components/dashboard/account/passkeys/use-passkey";
import { accountWords } from "@/components/dashboard/messages/account";
import type { SignInAnswer } from "@/lib/accounts/account.schema";
import { askPasskeyToSignIn, signInBy } from "@/lib/browser/dashboard/entry";
import { cancelPasskey, offersAutofill, signByPasskey } from "@/lib/browser/dashboard/passkey";
import { minuteMs } from "@/lib/platform/values/time.rules";

type Answer = Parameters<Parameters<typeof usePasskey>[1]>[0];

const submit = (answer: Answer) => signInBy("passkey", { answer });

/** Signs in with a passkey: by this button, or from the e-mail field, where the browser lists passkeys. */
export function PasskeySignIn({ onDone }: { onDone: (answer: SignInAnswer) => void }) {
  const state = usePasskey(askPasskeyToSignIn, submit);
  const offer = useAutofill(state.pending, onDone);
  return (
    <PasskeyButton
      state={state}
      label={accountWords.passkeys.signIn}
      className="button button-secondary"
      onDone={onDone}
      onFailed={() => void offer()}
    />
  );
}

/** A little less than the challenge lives. */
const renewMs = 4 * minuteMs;

/** Offers passkeys in the e-mail field. @returns offers them again, after the button's request replaced them */
function useAutofill(isBusy: boolean, onDone: (answer: SignInAnswer) => void): () => Promise<void> {
  const now = useRef({ isBusy, onDone });
  now.current = { isBusy, onDone };
  const offer = useRef(async () => {
    if (document.hidden || !(await offersAutofill())) return;
    const request = await askPasskeyToSignIn();
    if (!request.ok || now.current.isBusy) return;
    const signed = await signByPasskey(request.data.options, true);
    if (!signed.ok) return;
    const answer = await submit(signed.value);
    if (answer.ok) now.current.onDone(answer.data);
  });
  useEffect(() => {
    void offer.current();
    const timer = setInterval(() => !now.current.isBusy && void offer.current(), renewMs);
    return () => {
      clearInterval(timer);
      void cancelPasskey();
    };
  }, []);
  return offer.current;
}
