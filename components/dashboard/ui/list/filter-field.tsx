import type { ReactNode } from "react";
import { listWords } from "../../messages/lists";

type FilterFieldProps = {
  /** The parameter of the list's address. */
  name: string;
  label: string;
  /** As the address says it; empty for any. */
  value: string;
};

/** One of several things that a list may be narrowed to. */
export function FilterChoice({ name, label, value, children }: FilterFieldProps & { children: ReactNode }) {
  return (
    <div className="min-w-0 text-sm">
      <label htmlFor={`filter-${name}`} className="mb-1 block font-medium">
        {label}
      </label>
      <select id={`filter-${name}`} name={name} defaultValue={value} className="field-compact">
        <option value="">{listWords.any}</option>
        {children}
      </select>
    </div>
  );
}

type FilterTextProps = FilterFieldProps & {
  type?: "date" | "search" | "text";
  hint?: string;
  placeholder?: string;
  decimal?: boolean;
};

/** Something typed that a list may be narrowed to. */
export function FilterText(props: FilterTextProps) {
  const { name, label, value, type = "text", hint, placeholder, decimal = false } = props;
  return (
    <div className="min-w-0 text-sm">
      <label htmlFor={`filter-${name}`} className="mb-1 block font-medium">
        {label}
      </label>
      <input
        id={`filter-${name}`}
        name={name}
        type={type}
        defaultValue={value}
        placeholder={placeholder}
        maxLength={type === "date" ? undefined : 200}
        inputMode={decimal ? "decimal" : undefined}
        autoComplete="off"
        spellCheck={false}
        className="field-compact"
      />
      {hint !== undefined && <span className="caption mt-1 block">{hint}</span>}
    </div>
  );
}
