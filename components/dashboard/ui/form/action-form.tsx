"use client";

import { type ComponentProps, type FormEvent, type ReactNode, useCallback, useRef } from "react";
import { errorText } from "@/components/dashboard/messages/shell";
import { shellWords } from "../../messages/shell";
import { Problem } from "../notice";
import { FormState } from "./field";
import { type Failed, faultsOf, focusFirstFault, useFieldFaults } from "./field-faults";

// Made here: forms post to actions that zod checks on the server, and keep working without a form library's scripts.

type Props<Output> = {
  /** From `useProjectAction` or `useAccountAction`. */
  state: { pending: boolean; error: Failed | null; act(input: never): Promise<Output | null> };
  /** Builds the action's input from the form. */
  toInput: (data: FormData) => unknown;
  onDone?: (output: Output) => void;
  submit: string;
  /** Styled as dangerous. */
  danger?: boolean;
  /** Buttons before the submit button. */
  beside?: ReactNode;
  children: ReactNode;
};

/** Fields and a button that runs an action; the server's errors appear at their fields, or above the button. */
export function ActionForm<Output>({
  state,
  toInput,
  onDone,
  submit,
  danger,
  beside,
  children,
}: Props<Output>) {
  const form = useRef<HTMLFormElement>(null);
  const { error, pending } = state;
  const own = useFieldFaults();
  const faults = own.faults.size > 0 ? own.faults : faultsOf(error);
  const fields = useRef(new Set<string>());
  const place = useCallback((name: string) => {
    fields.current.add(name);
    return () => void fields.current.delete(name);
  }, []);
  // Errors without a field appear above the button.
  const isBesideFields = faults.size > 0 && [...faults.keys()].every((name) => fields.current.has(name));

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const output = own.check(event.currentTarget)
      ? await state.act(toInput(new FormData(event.currentTarget)) as never)
      : null;
    if (output !== null) onDone?.(output);
    else focusFirstFault(form.current);
  };

  return (
    // `post`, so that typed text never gets into a URL before hydration.
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={(event) => void send(event)}
      className="flex flex-col gap-4"
    >
      <FormState value={{ pending, faults, place }}>{children}</FormState>
      <Problem text={isBesideFields ? null : ([...own.faults.values()][0] ?? (error && errorText(error)))} />
      <div className="flex flex-wrap justify-end gap-2">
        {beside}
        <button
          type="submit"
          disabled={pending}
          className={`button-compact ${danger === true ? "button-danger" : "button-primary"}`}
        >
          {pending ? shellWords.working : submit}
        </button>
      </div>
    </form>
  );
}

/** A form that the browser submits once its fields are right. Without scripts, the server answers with what is wrong. */
export function CheckedForm({ children, ...form }: Omit<ComponentProps<"form">, "onSubmit" | "noValidate">) {
  const { check, faults } = useFieldFaults();
  const hold = (event: FormEvent<HTMLFormElement>) => {
    if (check(event.currentTarget)) return;
    event.preventDefault();
    focusFirstFault(event.currentTarget);
  };
  return (
    <form {...form} noValidate onSubmit={hold}>
      <FormState value={{ pending: false, faults }}>{children}</FormState>
    </form>
  );
}
