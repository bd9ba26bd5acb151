"use client";

import { use } from "react";
import { FormState } from "@/components/dashboard/ui/form/field";

export type FilterFieldProps = {
  /** The parameter in the list's URL. */
  name: string;
  label: string;
  /** The value from the URL; empty for any. */
  value: string;
};

type Props = FilterFieldProps & {
  type?: "date" | "search" | "text";
  hint?: string;
  placeholder?: string;
  decimal?: boolean;
  required?: boolean;
  /** The id of the server's answer that the value can't be used; undefined without one. */
  problemId?: string | undefined;
};

/** A filter with free text or a day. */
export function FilterText(props: Props) {
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
