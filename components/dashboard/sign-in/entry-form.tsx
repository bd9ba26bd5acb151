"use client";

import { type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { errorText, shellWords } from "@/components/dashboard/messages/shell";
import { signInWords } from "@/components/dashboard/messages/sign-in";
import { Field, FormState, InputField } from "@/components/dashboard/ui/form/field";
import { faultsOf, focusFirstFault, useFieldFaults } from "@/components/dashboard/ui/form/field-faults";
import { Problem } from "@/components/dashboard/ui/notice";
import { longestPassword, shortestPassword } from "@/lib/accounts/password/password.rules";
import type { EntryState } from "@/lib/browser/dashboard/entry";

type Props<Output> = {
  state: EntryState<Output>;
  toInput: (data: FormData) => unknown;
  onDone: (output: Output, data: FormData) => void;
  submit: string;
  children: ReactNode;
};

/** A form of the sign-in pages. An error appears at the field that it names, or above the button. */
export function EntryForm<Output>({ state, toInput, onDone, submit, children }: Props<Output>) {
  const form = useRef<HTMLFormElement>(null);
  const { error, pending } = state;
  const own = useFieldFaults();
  const refused = faultsOf(error);

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const output = own.check(event.currentTarget) ? await state.act(toInput(data)) : null;
    if (output !== null) onDone(output, data);
    else focusFirstFault(form.current);
  };

  return (
    // `post`, so that no password ever gets into a URL.
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={(event) => void send(event)}
      className="flex flex-col gap-4"
    >
      <FormState value={{ pending, faults: own.faults.size > 0 ? own.faults : refused }}>
        {children}
      </FormState>
      <Problem text={error !== null && refused.size === 0 ? errorText(error) : null} />
      <button type="submit" disabled={pending} className="button button-primary">
        {pending ? shellWords.working : submit}
      </button>
    </form>
  );
}

/** A person's e-mail address. */
export function EmailField({
  autoFocus = false,
  value,
  passkeys = false,
}: {
  autoFocus?: boolean;
  value?: string;
  /** The browser may offer passkeys in it. */
  passkeys?: boolean;
}) {
  return (
    <InputField
      name="email"
      label={signInWords.email}
      type="email"
      inputMode="email"
      autoComplete={passkeys ? "username webauthn" : "username"}
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={254}
      defaultValue={value}
      readOnly={value !== undefined}
      autoFocus={autoFocus}
      className="field"
    />
  );
}

type PasswordProps = { kind: "current" | "new"; autoFocus?: boolean };

/** A password field with a button that shows it. */
export function PasswordField({ kind, autoFocus = false }: PasswordProps) {
  const [isVisible, setVisible] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const isNew = kind === "new";
  const noteCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState("CapsLock"));
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
            type={isVisible ? "text" : "password"}
            autoComplete={isNew ? "new-password" : "current-password"}
            autoCapitalize="none"
            spellCheck={false}
            required
            minLength={isNew ? shortestPassword : undefined}
            maxLength={isNew ? longestPassword : 1_024}
            onKeyUp={noteCapsLock}
            // biome-ignore lint/a11y/noAutofocus: the page is this form alone.
            autoFocus={autoFocus}
            className="field pe-16"
          />
          <button
            type="button"
            aria-label={isVisible ? signInWords.hidePassword : signInWords.showPassword}
            onClick={() => setVisible(!isVisible)}
            className="absolute inset-y-0 end-0 px-3 font-medium text-muted text-sm hover:text-ink"
          >
            {isVisible ? signInWords.hide : signInWords.show}
          </button>
        </div>
      )}
    </Field>
  );
}

/** A person's display name. */
export function NameField() {
  return (
    <InputField
      name="name"
      label={signInWords.name}
      note={signInWords.optional}
      autoComplete="name"
      maxLength={100}
      className="field"
    />
  );
}
