import type { ReactNode } from "react";
import { listWords, listWords as words } from "@/components/dashboard/messages/shell";
import { Link } from "@/components/dashboard/ui/link";
import { type FilterFieldProps, FilterForm, FilterText } from "./filter-form";

/** A filter with fixed choices. */
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

type Field =
  | {
      kind: "choice";
      name: string;
      label: string;
      options: readonly { value: string; label: string }[];
    }
  | { kind: "day"; name: string; label: string }
  | { kind: "search"; name: string; label: string; placeholder: string }
  /** Chosen elsewhere on the page, and kept. */
  | { kind: "kept"; name: string };

type Props = {
  /** The list's path, and its filter from the URL. */
  path: string;
  query: URLSearchParams;
  fields: readonly Field[];
};

/** A row of filters above a list. */
export function ListFilter({ path, query, fields }: Props) {
  return (
    <FilterForm path={path} query={query.toString()} className="flex flex-wrap items-end gap-3">
      {fields.map((field) => {
        const value = query.get(field.name) ?? "";
        if (field.kind === "kept")
          return value === "" ? null : (
            <input key={field.name} type="hidden" name={field.name} value={value} />
          );
        return (
          <div
            key={field.name}
            className={`flex-1 ${field.kind === "search" ? "min-w-56" : "min-w-32 sm:max-w-56"}`}
          >
            {field.kind === "choice" ? (
              <FilterChoice {...field} value={value}>
                {field.options.map((option) => (
                  <option key={option.value} value={option.value}>
                    {option.label}
                  </option>
                ))}
              </FilterChoice>
            ) : (
              <FilterText {...field} type={field.kind === "day" ? "date" : "search"} value={value} />
            )}
          </div>
        );
      })}
      <div className="flex gap-2">
        <button type="submit" className="button-compact button-secondary min-h-10">
          {words.apply}
        </button>
        {query.size > 0 && (
          <Link href={path} className="button-compact button-quiet min-h-10">
            {words.clear}
          </Link>
        )}
      </div>
    </FilterForm>
  );
}

type ListPresetsProps = {
  /** The label of the choices. */
  label: string;
  path: string;
  /** The list's filter from the URL. */
  query: URLSearchParams;
  presets: readonly { label: string; query: URLSearchParams; count?: string | undefined }[];
};

/** The most used filters of a list, one click away. */
export function ListPresets({ label, path, query, presets }: ListPresetsProps) {
  return (
    <nav aria-label={label} className="overflow-x-auto border-line border-b px-5">
      <ul className="flex gap-5">
        {presets.map((preset) => {
          const presetQuery = preset.query.toString();
          return (
            <li key={preset.label}>
              <Link
                href={presetQuery === "" ? path : `${path}?${presetQuery}`}
                scroll={false}
                aria-current={presetQuery === query.toString() ? "page" : undefined}
                className="-mb-px flex min-h-10 items-center gap-1.5 whitespace-nowrap border-transparent border-b-2 text-muted text-sm hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink"
              >
                {preset.label}
                {preset.count !== undefined && <span className="caption">{preset.count}</span>}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
