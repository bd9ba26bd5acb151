"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, type ReactNode, use, useEffect, useRef, useState } from "react";
import { listWords } from "@/components/dashboard/messages/shell";
import { FormState } from "@/components/dashboard/ui/form/field";
import { focusFirstFault, useFieldFaults } from "@/components/dashboard/ui/form/field-faults";

type Props = {
  path: string;
  /** The present filter, from the URL. */
  query: string;
  className: string;
  children: ReactNode;
};

/** A search waits until typing pauses. */
const typingMs = 300;

/**
 * A list's filters as a GET form to the same page; empty fields are left out. Without JavaScript the browser submits
 * it. A search field is sent while someone types. Another filter redraws the fields, except for the one that a person just
 * sent and is typing on in.
 */
export function FilterForm({ path, query, className, children }: Props) {
  const router = useRouter();
  const [seen, setSeen] = useState(query);
  const [draws, setDraws] = useState(0);
  const [draft, setDraft] = useState<"none" | "sent" | "typing">("none");
  const { check, faults } = useFieldFaults();
  if (query !== seen) {
    setSeen(query);
    setDraft("none");
    if (draft !== "typing") setDraws(draws + 1);
  }
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);
  const open = (form: HTMLFormElement, by: "push" | "replace") => {
    clearTimeout(pause.current);
    const filled = new URLSearchParams();
    for (const [name, value] of new FormData(form))
      if (typeof value === "string" && value.trim() !== "") filled.append(name, value.trim());
    const sent = filled.toString();
    if (by === "replace" && sent === query) return;
    // Sent by Enter or while typing, so the field still has the focus.
    setDraft(document.activeElement instanceof HTMLInputElement ? "typing" : "sent");
    router[by](sent === "" ? path : `${path}?${sent}`, { scroll: by === "push" });
  };
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (check(event.currentTarget)) open(event.currentTarget, "push");
    else focusFirstFault(event.currentTarget);
  };
  const type = ({ currentTarget: form, target }: FormEvent<HTMLFormElement>) => {
    setDraft((before) => (before === "sent" ? "typing" : before));
    if (!(target instanceof HTMLInputElement && target.type === "search")) return;
    clearTimeout(pause.current);
    pause.current = setTimeout(() => form.checkValidity() && open(form, "replace"), typingMs);
  };
  return (
    <search>
      <form
        key={draws}
        action={path}
        method="get"
        noValidate
        onSubmit={send}
        onInput={type}
        aria-label={listWords.filter}
        className={className}
      >
        <FormState value={{ pending: false, faults }}>{children}</FormState>
      </form>
    </search>
  );
}

export type FilterFieldProps = {
  /** The parameter in the list's URL. */
  name: string;
  label: string;
  /** The value from the URL; empty for any. */
  value: string;
};

type InputProps = FilterFieldProps & {
  type?: "date" | "search" | "text";
  hint?: string;
  placeholder?: string;
  decimal?: boolean;
  required?: boolean;
  /** The id of the server's answer that the value can't be used; undefined without one. */
  problemId?: string | undefined;
};

/** A filter with free text or a day. */
export function FilterText(props: InputProps) {
  const {
    name,
    label,
    value,
    type = "text",
    hint,
    placeholder,
    decimal = false,
    required,
    problemId,
  } = props;
  const id = `filter-${name}`;
  const fault = use(FormState).faults.get(name);
  const describedBy = [
    fault === undefined ? problemId : `${id}-fault`,
    hint === undefined ? undefined : `${id}-hint`,
  ]
    .filter((each) => each !== undefined)
    .join(" ");
  return (
    <div className="min-w-0 text-sm">
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <input
        id={id}
        name={name}
        type={type}
        defaultValue={value}
        placeholder={placeholder}
        required={required}
        maxLength={type === "date" ? undefined : 200}
        inputMode={decimal ? "decimal" : undefined}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={fault === undefined && problemId === undefined ? undefined : true}
        aria-describedby={describedBy === "" ? undefined : describedBy}
        className="field-compact"
      />
      {fault !== undefined && (
        <span id={`${id}-fault`} className="mt-1 block text-bad">
          {fault}
        </span>
      )}
      {hint !== undefined && (
        <span id={`${id}-hint`} className="caption mt-1 block">
          {hint}
        </span>
      )}
    </div>
  );
}
