"use client";

import { useEntryStep } from "@/lib/browser/dashboard/entry";
import { signInWords } from "../messages/sign-in";
import { InputField } from "../ui/form/field";
import { enterAs } from "./entry-card";
import { EmailField, EntryForm, NameField, PasswordField } from "./entry-form";

/** The first account, and then the first project. */
export function SetupForm() {
  const state = useEntryStep("setup");
  const words = signInWords.setup;
  return (
    <EntryForm
      state={state}
      toInput={(data) => ({
        token: data.get("token"),
        email: data.get("email"),
        name: data.get("name"),
        password: data.get("password"),
      })}
      onDone={(_, data) =>
        void enterAs(String(data.get("email")), String(data.get("password")), "/dashboard/projects/new")
      }
      submit={words.submit}
    >
      <InputField
        name="token"
        label={words.token}
        hint={
          <>
            {words.tokenHint} <code className="font-mono">{words.tokenCommand}</code>
          </>
        }
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={200}
        autoFocus
        className="field"
      />
      <NameField />
      <EmailField />
      <PasswordField kind="new" />
    </EntryForm>
  );
}
