import Link from "next/link";
import { moneyWords } from "../messages/money";

type Choice = {
  kind: "choice";
  name: string;
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
};
type Day = { kind: "day"; name: string; label: string; value: string };

type Props = {
  /** Of the list: what is chosen goes into its query. */
  action: string;
  fields: readonly (Choice | Day)[];
  /** Whether anything narrows the list now. */
  isFiltered: boolean;
};

const words = moneyWords.filter;

/** What narrows a list, as a form whose answers stand in the address: it works without scripts, and a link keeps it. */
export function ListFilter({ action, fields, isFiltered }: Props) {
  return (
    <form action={action} className="mb-4 flex flex-wrap items-end gap-3" aria-label={words.legend}>
      {fields.map((field) => (
        <div key={field.name} className="min-w-32 flex-1 sm:max-w-48">
          <label htmlFor={`filter-${field.name}`} className="caption mb-1 block">
            {field.label}
          </label>
          {field.kind === "choice" ? (
            <select
              id={`filter-${field.name}`}
              name={field.name}
              defaultValue={field.value}
              className="field-compact"
            >
              <option value="">{words.any}</option>
              {field.options.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          ) : (
            <input
              id={`filter-${field.name}`}
              type="date"
              name={field.name}
              defaultValue={field.value}
              className="field-compact"
            />
          )}
        </div>
      ))}
      <div className="flex gap-2">
        <button type="submit" className="button-compact button-secondary min-h-10">
          {words.apply}
        </button>
        {isFiltered && (
          <Link href={action} className="button-compact button-quiet min-h-10">
            {words.clear}
          </Link>
        )}
      </div>
    </form>
  );
}
