import { CircleCheck } from "lucide-react";
import { inboxWords as words } from "@/components/dashboard/messages/inbox";
import { Card } from "@/components/dashboard/ui/card";
import { Link } from "@/components/dashboard/ui/link";
import type { Chain } from "@/lib/chain/chains.rules";
import { InboxActs } from "./inbox-acts";
import { groupsOf, type InboxRow } from "./inbox-rows";
import { InboxTable } from "./inbox-table";

type Props = { projectId: string; rows: readonly InboxRow[]; chains: readonly Chain[] };

/** The first of what waits in the inbox. */
export function InboxCard({ projectId, rows, chains }: Props) {
  if (rows.length === 0)
    return (
      <p className="flex items-center gap-2 text-muted text-sm">
        <CircleCheck className="size-4 text-ok" aria-hidden="true" />
        {words.empty.title}
      </p>
    );
  return (
    <Card
      title={words.title}
      flush
      actions={
        <Link href={`/dashboard/projects/${projectId}/inbox`} className="text-link text-sm">
          {words.all}
        </Link>
      }
    >
      <InboxActs projectId={projectId} rows={decidable(rows)} groups={[]}>
        <InboxTable rows={rows} projectId={projectId} chains={chains} />
      </InboxActs>
    </Card>
  );
}

/** What waits, with everything that can be decided together. */
export function InboxList({ projectId, rows, chains }: Props) {
  return (
    <InboxActs projectId={projectId} rows={decidable(rows)} groups={groupsOf(rows)}>
      <InboxTable rows={rows} projectId={projectId} chains={chains} />
    </InboxActs>
  );
}

function decidable(rows: readonly InboxRow[]) {
  return rows.flatMap(({ id, name, amount, choices }) =>
    choices.length === 0 ? [] : [{ id, name, amount, choices }],
  );
}
