import { Search } from "lucide-react";
import type { RequestFilter } from "@/lib/core/dashboard/request-filter";
import { requestWords } from "../../messages/requests";

/** Looks for one request, or for those of an operation: a form that needs no script. */
export function RequestSearch({
  base,
  filter,
  operations,
}: {
  base: string;
  filter: RequestFilter;
  operations: readonly string[];
}) {
  return (
    <search>
      <form action={base} className="flex flex-wrap items-end gap-3 px-5 py-4">
        {filter.status !== undefined && <input type="hidden" name="status" value={filter.status} />}
        <label className="min-w-0 flex-1 basis-64">
          <span className="mb-1 block font-medium text-sm">{requestWords.search}</span>
          <input
            // What the address says anew is shown anew.
            key={filter.request}
            type="search"
            name="request"
            defaultValue={filter.request}
            placeholder={requestWords.searchHint}
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
            className="field-compact"
          />
        </label>
        <label className="min-w-0 flex-1 basis-48">
          <span className="mb-1 block font-medium text-sm">{requestWords.operation}</span>
          <select
            key={filter.operation}
            name="operation"
            defaultValue={filter.operation}
            className="field-compact"
          >
            <option value="">{requestWords.everyOperation}</option>
            {operations.map((operation) => (
              <option key={operation}>{operation}</option>
            ))}
          </select>
        </label>
        <button type="submit" className="button-compact button-secondary min-h-10">
          <Search className="size-4" aria-hidden="true" />
          {requestWords.find}
        </button>
      </form>
    </search>
  );
}
