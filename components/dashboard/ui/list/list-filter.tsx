import Link from "next/link";
import { listWords as words } from "../../messages/lists";
import { FilterChoice, FilterText } from "./filter-field";
import { FilterForm } from "./filter-form";

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
  /** Of the list, and its filter as the address says it. */
  path: string;
  query: URLSearchParams;
  fields: readonly Field[];
};

/** What narrows a list, in a row above it. */
export function ListFilter({ path, query, fields }: Props) {
  return (
    // Anew for every address, so that fields show what the list is filtered by.
    <FilterForm key={query.toString()} path={path} className="mb-4 flex flex-wrap items-end gap-3">
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
