"use client";

import { useEntryStep } from "@/lib/browser/dashboard/entry";
import { signInWords } from "../messages/sign-in";
import { EntryForm } from "./entry-form";
import { PasswordField } from "./fields";

/** A new password, by the token of a link. */
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
