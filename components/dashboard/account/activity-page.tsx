import { History } from "lucide-react";
import Link from "next/link";
import { accountWords } from "../messages/account";
import { auditWords } from "../messages/audit";
import { Card } from "../ui/card";
import { DataTable } from "../ui/data-table";
import { EmptyState } from "../ui/empty-state";
import { Moment } from "../ui/moment";
import { Pager } from "../ui/pager";

const words = accountWords.activity;

type Activity = {
  id: bigint;
  action: string;
  project: { projectId: string; name: string } | null;
  at: Date;
};

type Props = {
  activity: readonly Activity[];
  isFirst: boolean;
  next: bigint | null;
};

/** What a person did, newest first. */
export function ActivityPage({ activity, isFirst, next }: Props) {
  const base = "/dashboard/account/activity";
  return (
    <Card flush title={words.title} description={words.description}>
      {activity.length === 0 ? (
        <EmptyState icon={History} title={words.none}>
          {words.noneHint}
        </EmptyState>
      ) : (
        <DataTable
          caption={words.caption}
          rows={activity}
          rowKey={({ id }) => String(id)}
          columns={[
            {
              key: "what",
              header: words.what,
              cell: ({ action }) => <span className="font-medium">{actionWords(action)}</span>,
            },
            { key: "where", header: words.where, cell: (row) => <Place {...row} /> },
            { key: "when", header: words.when, align: "end", cell: ({ at }) => <Moment at={at} exact /> },
          ]}
        />
      )}
      <Pager
        toFirst
        previous={isFirst ? null : base}
        next={next === null ? null : `${base}?before=${next}`}
      />
    </Card>
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

/** One that has no words is called by its name: "refund.approved" is "Refund approved". */
function actionWords(action: string): string {
  const known = words.actions[action] ?? auditWords.actions[action];
  if (known !== undefined) return known;
  const text = action.replace(/[._]/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
