import type { ReactNode } from "react";
import { listWords as words } from "@/components/dashboard/messages/shell";
import { cleanText } from "@/lib/platform/values/text.rules";
import type { SavedList, SavedView } from "@/lib/projects/views/saved-view.rules";
import { type Chip, FilterChips } from "./filter-chips";
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
