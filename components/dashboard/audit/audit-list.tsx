import { History } from "lucide-react";
import type { Chain } from "@/lib/chain/chains.rules";
import { type ListPart, type LogPlace, logCursors } from "@/lib/platform/lists/list-place.rules";
import { type AuditFilter, auditListParams } from "@/lib/projects/audit-filter.rules";
import { auditWords as words } from "../messages/audit";
import { ListCard } from "../ui/list/list-card";
import { ListFilter } from "../ui/list/list-filter";
import { PageHeader } from "../ui/page-header";
import { type AuditRow, AuditTable } from "./audit-table";
import { actionWords } from "./audit-words";

type Props = {
  /** The address of this list. */
  path: string;
  chains: readonly Chain[];
  filter: AuditFilter;
  choices: {
    people: readonly { userId: string; email: string; name: string | null }[];
    actions: readonly string[];
  };
  /** Where the part was asked for. */
  place: LogPlace;
  part: ListPart<AuditRow, bigint>;
};

/** What was done in a project, and by whom. */
export function AuditList({ path, chains, filter, choices, place, part }: Props) {
  const query = auditListParams(filter);
  return (
    <>
      <PageHeader title={words.title} description={words.description} />
      <ListFilter
        path={path}
        query={query}
        fields={[
          {
            kind: "choice",
            name: "who",
            label: words.filterPerson,
            options: choices.people.map(({ userId, email, name }) => ({
              value: userId,
              label: name ?? email,
            })),
          },
          {
            kind: "choice",
            name: "action",
            label: words.filterAction,
            options: choices.actions.map((action) => ({ value: action, label: actionWords(action) })),
          },
        ]}
      />
      <ListCard
        path={path}
        query={query}
        place={place}
        part={part}
        cursors={logCursors}
        empty={{ icon: History, title: words.empty, text: words.emptyText }}
      >
        <AuditTable rows={part.items} chains={chains} />
      </ListCard>
    </>
  );
}
