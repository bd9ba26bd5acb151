"use client";

import { type KeyboardEvent, useState } from "react";
import { longestPassword, shortestPassword } from "@/lib/accounts/password.rules";
import { signInWords } from "../messages/sign-in";
import { Field } from "../ui/form/field";

/** The address by which a person is known. */
export function EmailField({ autoFocus = false, value }: { autoFocus?: boolean; value?: string }) {
  return (
    <Field name="email" label={signInWords.email}>
      {(control) => (
        <input
          {...control}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={254}
          defaultValue={value}
          readOnly={value !== undefined}
          // biome-ignore lint/a11y/noAutofocus: the page is this form alone.
          autoFocus={autoFocus}
          className="field"
        />
      )}
    </Field>
  );
}

type PasswordProps = { kind: "current" | "new"; autoFocus?: boolean };

/** A password, which can be looked at while it is typed. */
export function PasswordField({ kind, autoFocus = false }: PasswordProps) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const isNew = kind === "new";
  const look = (event: KeyboardEvent) => setCapsLock(event.getModifierState("CapsLock"));
  return (
    <Field
      name="password"
      label={isNew ? signInWords.newPassword : signInWords.password}
      hint={capsLock ? signInWords.capsLock : isNew ? signInWords.newPasswordHint : undefined}
    >
      {(control) => (
        <div className="relative">
          <input
            {...control}
            type={shown ? "text" : "password"}
            autoComplete={isNew ? "new-password" : "current-password"}
            autoCapitalize="none"
            spellCheck={false}
            required
            minLength={isNew ? shortestPassword : undefined}
            maxLength={isNew ? longestPassword : 1_024}
            onKeyUp={look}
            // biome-ignore lint/a11y/noAutofocus: the page is this form alone.
            autoFocus={autoFocus}
            className="field pe-16"
          />
          <button
            type="button"
            aria-label={shown ? signInWords.hidePassword : signInWords.showPassword}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 end-0 px-3 font-medium text-muted text-sm hover:text-ink"
          >
            {shown ? signInWords.hide : signInWords.show}
          </button>
        </div>
      )}
    </Field>
  );
}

/** How others see a person. */
export function NameField() {
  return (
    <Field name="name" label={signInWords.name} note={signInWords.optional}>
      {(control) => <input {...control} autoComplete="name" maxLength={100} className="field" />}
    </Field>
  );
}
