import { History } from "lucide-react";
import { actionWords } from "@/components/dashboard/audit/audit-words";
import { accountWords } from "@/components/dashboard/messages/account";
import { troubleWords } from "@/components/dashboard/messages/shell";
import { known } from "@/components/dashboard/messages/text";
import { Link } from "@/components/dashboard/ui/link";
import { DataTable } from "@/components/dashboard/ui/list/data-table";
import { ListCard } from "@/components/dashboard/ui/list/list-card";
import { Moment } from "@/components/dashboard/ui/moment";
import { readActivity } from "@/lib/accounts/manage-profile";
import { requireSession } from "@/lib/api/dashboard/page-access";
import { titled } from "@/lib/api/dashboard/page-language";
import { getAccounts } from "@/lib/api/wiring/accounts";
import { logCursors, placeOf, type SearchParams } from "@/lib/platform/lists/list-place.rules";
export const generateMetadata = titled(() => accountWords.activity.title);

type Props = { searchParams: Promise<SearchParams> };

/** What a person did, newest first. */
export default async function Page({ searchParams }: Props) {
  const { userId } = await requireSession();
  const place = placeOf(await searchParams, logCursors);
  const part = await readActivity(getAccounts(), userId, place);
  return (
    <ListCard
      title={words.title}
      description={words.description}
      path="/dashboard/account/activity"
      place={place}
      part={part}
      cursors={logCursors}
      empty={{
        icon: History,
        title: words.none,
        text: words.noneHint,
        next: { href: "/dashboard", label: troubleWords.projects },
      }}
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
              <span className="font-medium">{known(words.actions, action) ?? actionWords(action)}</span>
            ),
          },
          { key: "where", header: words.where, cell: (row) => <Place {...row} /> },
          { key: "when", header: words.when, align: "end", cell: ({ at }) => <Moment at={at} exact /> },
        ]}
      />
    </ListCard>
  );
}

const words = accountWords.activity;

type Activity = {
  id: bigint;
  action: string;
  project: { projectId: string; name: string } | null;
  at: Date;
};

function Place({ action, project }: Activity) {
  if (project === null) return action.startsWith("account.") ? words.own : words.formerProject;
  return (
    <Link href={`/dashboard/projects/${project.projectId}`} className="text-link">
      {project.name}
    </Link>
  );
}
