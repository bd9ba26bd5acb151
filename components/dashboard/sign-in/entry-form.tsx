"use client";

import { type FormEvent, type ReactNode, useRef } from "react";
import type { EntryState } from "@/lib/browser/dashboard/entry";
import { shellWords } from "../messages/shell";
import { FormState } from "../ui/form/form-state";
import { Notice } from "../ui/notice";

type Props<Output> = {
  state: EntryState<Output>;
  toInput: (data: FormData) => unknown;
  onDone: (output: Output, data: FormData) => void;
  submit: string;
  children: ReactNode;
};

/** A form at the door. What is refused stands at the field that it names, or above the button. */
export function EntryForm<Output>({ state, toInput, onDone, submit, children }: Props<Output>) {
  const form = useRef<HTMLFormElement>(null);
  const { error, pending } = state;
  const fault = error?.param === undefined ? null : { param: error.param, message: plain(error) };

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const output = await state.act(toInput(data));
    if (output !== null) onDone(output, data);
    // After the fault is drawn.
    else setTimeout(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  };

  return (
    // Whatever happens, no password gets into an address.
    <form ref={form} method="post" onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
      <FormState value={{ pending, faults: new Map(fault === null ? [] : [[fault.param, fault.message]]) }}>
        {children}
      </FormState>
      {error !== null && fault === null && (
        <Notice kind="bad" role="alert">
          {plain(error)}
        </Notice>
      )}
      <button type="submit" disabled={pending} className="button button-primary">
        {pending ? shellWords.working : submit}
      </button>
    </form>
  );
}

/** The server's words, without the name of the field that they stand under. */
function plain({
  code,
  message,
  param,
}: {
  code: string;
  message: string;
  param?: string | undefined;
}): string {
  if (code === "UNREACHABLE") return shellWords.unreachable;
  return param !== undefined && message.startsWith(`${param}: `) ? message.slice(param.length + 2) : message;
}
