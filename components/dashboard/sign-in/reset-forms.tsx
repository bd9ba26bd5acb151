"use client";

import { type ReactNode, useState } from "react";
import { signInWords } from "@/components/dashboard/messages/sign-in";
import { useEntryStep } from "@/lib/browser/dashboard/entry";
import { StepTitle } from "./entry-card";
import { EmailField, EntryForm, PasswordField } from "./entry-form";

/** Requests a link; the answer is the same for any address. */
export function RequestResetForm({ heading }: { heading: ReactNode }) {
  const state = useEntryStep("requestReset");
  const [sent, setSent] = useState(false);
  const words = signInWords.reset;
  if (sent)
    return (
      <div role="status" className="flex flex-col gap-2">
        <StepTitle title={words.sentTitle} explanation={words.sent} />
        <p className="caption">{words.again}</p>
      </div>
    );
  return (
    <>
      {heading}
      <EntryForm
        state={state}
        toInput={(data) => ({ email: data.get("email") })}
        onDone={() => setSent(true)}
        submit={words.submit}
      >
        <EmailField autoFocus />
      </EntryForm>
    </>
  );
}

/** Sets a new password by a link's token. */
export function ResetPasswordForm({ token }: { token: string }) {
  const state = useEntryStep("resetPassword");
  return (
    <EntryForm
      state={state}
      toInput={(data) => ({ token, password: data.get("password") })}
      onDone={() => location.assign("/dashboard/sign-in?notice=reset")}
      submit={signInWords.reset.setSubmit}
    >
      <PasswordField kind="new" autoFocus />
    </EntryForm>
  );
}
