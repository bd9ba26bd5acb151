import { X } from "lucide-react";
import type { ReactNode } from "react";
import { listWords as words } from "@/components/dashboard/messages/shell";
import { Link } from "@/components/dashboard/ui/link";
import { fill } from "@/lib/platform/i18n/message.rules";
import { cleanText } from "@/lib/platform/values/text.rules";
import type { SavedList, SavedView } from "@/lib/projects/views/saved-view.rules";
import { ListPresets } from "./list-filter";
import { ViewButton } from "./view-button";

type Props = {
  list: SavedList;
  projectId: string;
  path: string;
  /** The list's filter from the URL. */
  query: URLSearchParams;
  /** The label of the tabs, the most used filters among them, and the project's own. */
  label?: string;
  presets?: readonly { label: string; query: URLSearchParams }[];
  views: readonly SavedView[];
  chips: readonly Chip[];
  maySave: boolean;
  /** Beside the tabs. */
  beside?: ReactNode;
  /** The form with the filters. */
  children: ReactNode;
};

/** Above a list: its tabs, its filters, and the present filter in words, which a name keeps. */
export function ListTools(props: Props) {
  const { list, projectId, path, query, views, chips, maySave, beside, children } = props;
  const { label = words.views.tabs, presets = [] } = props;
  const tabs = [
    { label: words.views.all, query: new URLSearchParams() },
    ...presets,
    ...views.map((view) => ({ label: cleanText(view.name), query: new URLSearchParams(view.query) })),
  ];
  return (
    <div className="mb-4 flex flex-col gap-4">
      {(tabs.length > 1 || beside !== undefined) && (
        <div className="flex items-center gap-4">
          <div className="min-w-0 flex-1 [&>nav]:px-0">
            <ListPresets label={label} path={path} query={query} presets={tabs} />
          </div>
          {beside}
        </div>
      )}
      {children}
      {query.size > 0 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <FilterChips path={path} chips={chips} />
          {maySave && <ViewButton list={list} projectId={projectId} query={query.toString()} views={views} />}
        </div>
      )}
    </div>
  );
}

/** One part of a filter in words, and the list's query without it. */
export type Chip = { label: string; without: URLSearchParams };

/** The filter in words, each part of it removable by one press. */
function FilterChips({ path, chips }: { path: string; chips: readonly Chip[] }) {
  if (chips.length === 0) return null;
  return (
    <ul aria-label={words.chips} className="flex min-w-0 max-w-full flex-wrap gap-2">
      {chips.map(({ label, without }) => (
        <li key={label} className="min-w-0 max-w-full">
          <Link
            href={without.size === 0 ? path : `${path}?${without}`}
            aria-label={fill(words.removeFilter, { filter: label })}
            className="flex min-h-8 max-w-full items-center gap-1.5 rounded-full border border-line-strong bg-card ps-3 pe-2 text-sm hover:bg-well"
          >
            <span className="truncate">{label}</span>
            <X className="size-3.5 shrink-0 text-muted" aria-hidden="true" />
          </Link>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Link href={path} className="text-link flex min-h-8 items-center px-1 text-sm">
            {words.removeAll}
          </Link>
        </li>
      )}
    </ul>
  );
}

/**
 * A chip for each parameter of a list's query.
 *
 * @param labels a parameter's value in words
 */
export function chipsOf(
  query: URLSearchParams,
  labels: Readonly<Record<string, (value: string) => string>>,
): Chip[] {
  return [...query].map(([name, value]) => {
    const without = new URLSearchParams(query);
    without.delete(name);
    return { label: labels[name]?.(value) ?? value, without };
  });
}

/** The words of a filter by days, in every list. */
export const dayChips = {
  from: (day: string) => fill(words.fromDay, { day }),
  to: (day: string) => fill(words.toDay, { day }),
};
