import { Inbox } from "lucide-react";
import { InboxList } from "@/components/dashboard/inbox/inbox-card";
import { inboxRow } from "@/components/dashboard/inbox/inbox-rows";
import { InboxRule } from "@/components/dashboard/inbox/inbox-table";
import { inboxWords as words } from "@/components/dashboard/messages/inbox";
import { refundWords } from "@/components/dashboard/messages/refunds";
import { counted } from "@/components/dashboard/messages/text";
import { PageHeader } from "@/components/dashboard/ui/card";
import { Link } from "@/components/dashboard/ui/link";
import { ListCard } from "@/components/dashboard/ui/list/list-card";
import { ListPresets } from "@/components/dashboard/ui/list/list-filter";
import { type ProjectPage, requireProject } from "@/lib/api/dashboard/page-access";
import { titled } from "@/lib/api/dashboard/page-language";
import { getMerchant } from "@/lib/api/wiring/merchant";
import { type InboxKind, inboxKinds, readInboxKind, waitingMost } from "@/lib/insights/inbox/inbox.rules";
import {
  countWaiting,
  type InboxPart,
  readInbox,
  readInboxOf,
  readRule,
} from "@/lib/insights/inbox/read-inbox";
import { readTasks } from "@/lib/insights/inbox/read-tasks";
import { inOrder } from "@/lib/insights/inbox/tasks.rules";
import type { InsightParts } from "@/lib/insights/insights.parts";
import { fill } from "@/lib/platform/i18n/message.rules";
import { type Place, paramOf, type SearchParams } from "@/lib/platform/lists/list-place.rules";
import type { ProjectAccess } from "@/lib/projects/project-access";

export const generateMetadata = titled(() => words.title);

/** Everything that went wrong with money, in one list. */
export default async function InboxPage({ params, searchParams }: ProjectPage) {
  const access = await requireProject((await params).projectId);
  const query = await searchParams;
  const deps = getMerchant();
  const kind = readInboxKind(query);
  const [part, tasks, waiting, { rule, offered }] = await Promise.all([
    readPart(deps, access, kind, query),
    kind === null ? readTasks(deps, access) : [],
    countWaiting(deps, access),
    readRule(deps, access),
  ]);
  const { projectId } = access;
  const base = `/dashboard/projects/${projectId}`;
  const here = `${base}/inbox`;
  const items = inOrder(part.items, tasks);
  const rows = items.map((item) =>
    inboxRow(item, {
      chains: deps.chains,
      now: deps.clock.now(),
      may: (permission) => access.may(permission),
    }),
  );

  return (
    <>
      <PageHeader
        title={words.title}
        description={words.description}
        actions={
          // One batch from the merchant's wallet, on the page that signs it.
          waiting.closed > 0 && (
            <Link href={`${base}/settlements`} className="text-link text-sm">
              {counted(words.closed, waiting.closed)}
            </Link>
          )
        }
      />
      <InboxRule
        projectId={projectId}
        rule={rule}
        offered={offered}
        mayChange={access.may("settings.change")}
      />
      <div className="mb-4 [&>nav]:px-0">
        <ListPresets label={words.tabs.label} path={here} query={queryOf(kind)} presets={tabsOf(waiting)} />
      </div>
      <ListCard
        path={here}
        query={queryOf(kind)}
        place={placeIn(query)}
        part={{ ...part, items }}
        cursors={{ read: (text) => text, write: (text) => text }}
        empty={{
          icon: Inbox,
          ...words.empty,
          next: { href: `${base}/checkouts`, label: refundWords.empty.next },
        }}
      >
        <InboxList projectId={projectId} rows={rows} chains={deps.chains} />
      </ListCard>
      {part.more.length > 0 && (
        <ul className="mt-4 flex flex-wrap gap-x-6 gap-y-2 text-sm">
          {part.more.map((each) => (
            <li key={each}>
              <Link href={`${here}?kind=${each}`} className="text-link">
                {fill(words.more, { kind: words.tabs[each] })}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** A page of one kind, or the first of each. */
async function readPart(
  deps: InsightParts,
  access: ProjectAccess,
  kind: InboxKind | null,
  query: SearchParams,
): Promise<InboxPart & { more: readonly InboxKind[] }> {
  if (kind !== null) return { ...(await readInboxOf(deps, access, kind, query)), more: [] };
  return { ...(await readInbox(deps, access)), newer: null, older: null };
}

function placeIn(query: SearchParams): Place<string> {
  for (const kind of ["after", "before"] as const) {
    const cursor = paramOf(query, kind);
    if (cursor !== null) return { kind, cursor };
  }
  return { kind: "first" };
}

/** A tab for each kind, with the number of its cases. */
function tabsOf(counts: Record<InboxKind, number>) {
  const numberOf = (count: number) => (count >= waitingMost ? `${waitingMost}+` : `${count}`);
  return ([null, ...inboxKinds] as const).map((kind) => ({
    label: words.tabs[kind ?? "all"],
    query: queryOf(kind),
    count: kind === null || counts[kind] === 0 ? undefined : numberOf(counts[kind]),
  }));
}

function queryOf(kind: InboxKind | null): URLSearchParams {
  return new URLSearchParams(kind === null ? {} : { kind });
}
