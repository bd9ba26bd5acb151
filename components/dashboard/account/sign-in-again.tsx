"use client";

import { useCallback, useState } from "react";
import type { SignInAnswer } from "@/lib/accounts/account.schema";
import { askPasskeyToSignIn, signInBy, useSignIn } from "@/lib/browser/dashboard/entry";
import { accountWords } from "../messages/account";
import { signInWords } from "../messages/sign-in";
import { ActionForm } from "../ui/form/action-form";
import { PasskeyButton, usePasskey } from "./passkeys/passkey-button";
import { CurrentPasswordField, FactorCodeField } from "./proof-fields";

const words = accountWords.proof;

/** The person of a page, and how they may sign in without leaving it. */
export type PagePerson = { userId: string; email: string; hasPassword: boolean; hasPasskey: boolean };

type Props = { person: PagePerson; onDone: () => void };

/** Signs the same person in again, beside what they typed. */
export function SignInAgain({ person, onDone }: Props) {
  const { email, hasPassword, hasPasskey } = person;
  const [isAtCode, setAtCode] = useState(false);
  const enter = ({ next }: SignInAnswer) => (next === "SIGNED_IN" ? onDone() : setAtCode(true));
  if (isAtCode) return <CodeForm onDone={enter} />;
  if (!hasPassword && !hasPasskey) return <ElsewhereInATab onDone={onDone} />;
  return (
    <>
      {hasPassword && <PasswordForm email={email} onDone={enter} />}
      {hasPasskey && <PasskeyOf email={email} onDone={enter} />}
    </>
  );
}

type StepProps = { onDone: (answer: SignInAnswer) => void };

function PasswordForm({ email, onDone }: StepProps & { email: string }) {
  return (
    <ActionForm
      state={useSignIn("password")}
      toInput={(data) => ({ email, password: data.get("password") })}
      onDone={onDone}
      submit={signInWords.signIn.submit}
    >
      {/* Tells password managers whose password it is. */}
      <input hidden type="text" name="username" autoComplete="username" value={email} readOnly />
      <CurrentPasswordField />
    </ActionForm>
  );
}

function CodeForm({ onDone }: StepProps) {
  return (
    <ActionForm
      state={useSignIn("second-factor")}
      toInput={(data) => ({ code: data.get("code") })}
      onDone={onDone}
      submit={words.confirm}
    >
      <FactorCodeField />
    </ActionForm>
  );
}

function PasskeyOf({ email, onDone }: StepProps & { email: string }) {
  const submit = useCallback((answer: object) => signInBy("passkey", { answer, email }), [email]);
  return (
    <PasskeyButton
      state={usePasskey(askPasskeyToSignIn, submit)}
      label={words.usePasskey}
      className="button-compact button-secondary self-end"
      onDone={onDone}
    />
  );
}

/** For wallets and providers, which need a page of their own. */
function ElsewhereInATab({ onDone }: { onDone: () => void }) {
  return (
    <div className="flex flex-wrap gap-2">
      <a href="/dashboard/sign-in" target="_blank" rel="noreferrer" className="button-compact button-primary">
        {words.signIn}
      </a>
      <button type="button" onClick={onDone} className="button-compact button-secondary">
        {words.proceed}
      </button>
    </div>
  );
}
