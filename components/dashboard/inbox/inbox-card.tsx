import { CircleCheck } from "lucide-react";
import { inboxWords as words } from "@/components/dashboard/messages/inbox";
import { Card } from "@/components/dashboard/ui/card";
import { Link } from "@/components/dashboard/ui/link";
import type { InboxRow } from "./inbox-rows";

/** The first of what waits in the inbox. */
export function InboxCard({ base, rows }: { base: string; rows: readonly InboxRow[] }) {
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
        <Link href={`${base}/inbox`} className="text-link text-sm">
          {words.all}
        </Link>
      }
    >
      <ul className="divide-y divide-line border-line border-t text-sm">
        {rows.map(({ id, amount, happened, why, name }) => (
          <li key={id} className="relative px-5 py-2.5 hover:bg-well">
            <Link href={`${base}/inbox`} className="wrap-anywhere after:absolute after:inset-0">
              <strong className="font-semibold">{amount}</strong> {happened}
            </Link>
            <span className="caption block">
              {name} · {why}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
