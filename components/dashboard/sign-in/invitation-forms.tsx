"use client";

import { useState } from "react";
import { shellWords } from "@/components/dashboard/messages/shell";
import { signInWords } from "@/components/dashboard/messages/sign-in";
import { signOut, useEntryStep } from "@/lib/browser/dashboard/entry";
import { enterAs } from "./entry-card";
import { EmailField, EntryForm, NameField, PasswordField } from "./entry-form";

/** Accepts as the signed-in person. */
export function AcceptForm({ token }: { token: string }) {
  const state = useEntryStep("accept");
  return (
    <EntryForm
      state={state}
      toInput={() => ({ token })}
      onDone={({ projectId }) => location.assign(`/dashboard/projects/${projectId}`)}
      submit={signInWords.invitation.accept}
    >
      {null}
    </EntryForm>
  );
}

/** The account form of an invited person. */
export function JoinForm({ token, email }: { token: string; email: string }) {
  const state = useEntryStep("join");
  return (
    <EntryForm
      state={state}
      toInput={(data) => ({ token, name: data.get("name"), password: data.get("password") })}
      onDone={(joined, data) =>
        void enterAs(joined.email, String(data.get("password")), `/dashboard/projects/${joined.projectId}`)
      }
      submit={signInWords.invitation.create}
    >
      <EmailField value={email} />
      <NameField />
      <PasswordField kind="new" autoFocus />
    </EntryForm>
  );
}

/** Signs out, and stays at this page. */
export function SignOutHere() {
  const [pending, setPending] = useState(false);
  return (
    <button
      type="button"
      disabled={pending}
      onClick={() => {
        setPending(true);
        void signOut().then(() => location.reload());
      }}
      className="button button-secondary"
    >
      {pending ? shellWords.signingOut : signInWords.invitation.signOut}
    </button>
  );
}
