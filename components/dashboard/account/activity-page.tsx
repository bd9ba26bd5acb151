import { History } from "lucide-react";
import { Link } from "@/components/dashboard/ui/link";
import { type ListPart, type LogPlace, logCursors } from "@/lib/platform/lists/list-place.rules";
import { actionWords } from "../audit/audit-words";
import { accountWords } from "../messages/account";
import { DataTable } from "../ui/list/data-table";
import { ListCard } from "../ui/list/list-card";
import { Moment } from "../ui/moment";

const words = accountWords.activity;

type Activity = {
  id: bigint;
  action: string;
  project: { projectId: string; name: string } | null;
  at: Date;
};

type Props = {
  /** Where the part was asked for. */
  place: LogPlace;
  part: ListPart<Activity, bigint>;
};

/** What a person did, newest first. */
export function ActivityPage({ place, part }: Props) {
  return (
    <ListCard
      title={words.title}
      description={words.description}
      path="/dashboard/account/activity"
      place={place}
      part={part}
      cursors={logCursors}
      empty={{ icon: History, title: words.none, text: words.noneHint }}
    >
      <DataTable
        caption={words.caption}
        rows={part.items}
        rowKey={({ id }) => String(id)}
        columns={[
          {
            key: "what",
            header: words.what,
            cell: ({ action }) => (
              <span className="font-medium">{words.actions[action] ?? actionWords(action)}</span>
            ),
          },
          { key: "where", header: words.where, cell: (row) => <Place {...row} /> },
          { key: "when", header: words.when, align: "end", cell: ({ at }) => <Moment at={at} exact /> },
        ]}
      />
    </ListCard>
  );
}

function Place({ action, project }: Pick<Activity, "action" | "project">) {
  if (project === null) return action.startsWith("account.") ? words.own : words.formerProject;
  return (
    <Link href={`/dashboard/projects/${project.projectId}`} className="text-link">
      {project.name}
    </Link>
  );
}
