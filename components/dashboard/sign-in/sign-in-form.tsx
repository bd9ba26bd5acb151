"use client";

import { type ReactNode, useState } from "react";
import type { SignInAnswer } from "@/lib/accounts/account.schema";
import { type EntryState, useSignIn } from "@/lib/browser/dashboard/entry";
import { signInWords } from "../messages/sign-in";
import { Field } from "../ui/form/field";
import { StepTitle } from "./entry-card";
import { EmailField, EntryForm, PasswordField } from "./entry-form";

type Props = {
  /** Where to go then; a path of the dashboard. */
  next: string;
  /** Another way in has its first step behind it. */
  atSecondStep: boolean;
  /** Under the first step. */
  beside: ReactNode;
  /** The first step's own top. */
  heading: ReactNode;
};

/** E-mail and password, and then the second factor of anyone who has one. */
export function SignInForm({ next, atSecondStep, beside, heading }: Props) {
  const [step, setStep] = useState<"password" | "code">(atSecondStep ? "code" : "password");
  const enter = (answer: SignInAnswer) => {
    if (answer.next === "SECOND_FACTOR") setStep("code");
    // A whole new page: nothing that was drawn for a stranger stays.
    else location.assign(next);
  };
  if (step === "code") return <CodeStep onDone={enter} onBack={() => setStep("password")} />;
  return (
    <>
      {heading}
      <PasswordStep onDone={enter} />
      {beside}
    </>
  );
}

function PasswordStep({ onDone }: { onDone: (answer: SignInAnswer) => void }) {
  const state = useSignIn("password");
  return (
    <EntryForm
      state={state}
      toInput={(data) => ({ email: data.get("email"), password: data.get("password") })}
      onDone={onDone}
      submit={signInWords.signIn.submit}
    >
      <EmailField autoFocus />
      <PasswordField kind="current" />
    </EntryForm>
  );
}

type CodeProps = { onDone: (answer: SignInAnswer) => void; onBack: () => void };

function CodeStep({ onDone, onBack }: CodeProps) {
  const state: EntryState<SignInAnswer> = useSignIn("second-factor");
  const words = signInWords.code;
  return (
    <>
      <StepTitle title={words.title} explanation={words.explanation} />
      <EntryForm
        state={state}
        toInput={(data) => ({ code: data.get("code") })}
        onDone={onDone}
        submit={words.submit}
      >
        <Field name="code" label={words.label} hint={words.hint}>
          {(control) => (
            <input
              {...control}
              autoComplete="one-time-code"
              inputMode="text"
              autoCapitalize="none"
              spellCheck={false}
              required
              maxLength={100}
              // biome-ignore lint/a11y/noAutofocus: it is all that is asked for.
              autoFocus
              className="field tabular-nums"
            />
          )}
        </Field>
      </EntryForm>
      <button type="button" onClick={onBack} className="text-link self-start text-sm">
        {words.back}
      </button>
    </>
  );
}
