"use client";

import { useEntryStep } from "@/lib/browser/dashboard/entry";
import { signInWords } from "../messages/sign-in";
import { enterAs } from "./enter-as";
import { EntryForm } from "./entry-form";
import { EmailField, NameField, PasswordField } from "./fields";

/** The account of somebody who was invited. */
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
