import { ArrowRight, History } from "lucide-react";
import { actionWords, auditWords, type Details, detailWords } from "@/components/dashboard/audit/audit-words";
import { tokenAmount } from "@/components/dashboard/checkouts/checkout-price";
import { listWords, shellWords } from "@/components/dashboard/messages/shell";
import { auditPage } from "@/components/dashboard/shell/pages";
import { PageHeader } from "@/components/dashboard/ui/card";
import { type Column, DataTable } from "@/components/dashboard/ui/list/data-table";
import { ListCard } from "@/components/dashboard/ui/list/list-card";
import { ListFilter } from "@/components/dashboard/ui/list/list-filter";
import { chipsOf, dayChips, ListTools } from "@/components/dashboard/ui/list/list-tools";
import { Moment } from "@/components/dashboard/ui/moment";
import { type ProjectPage, requireProject } from "@/lib/api/dashboard/page-access";
import { titled } from "@/lib/api/dashboard/page-language";
import { viewsOfList } from "@/lib/api/dashboard/saved-views";
import { getProjects } from "@/lib/api/wiring/projects";
import type { Chain } from "@/lib/chain/chains.rules";
import type { TokenRef } from "@/lib/chain/token.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import { pageTimeZone } from "@/lib/platform/i18n/time-zone.rules";
import { placeOf, timedLogCursors } from "@/lib/platform/lists/list-place.rules";
import { withChecksums } from "@/lib/platform/values/checksum.rules";
import { cleanText } from "@/lib/platform/values/text.rules";
import { auditListParams, readAuditFilter } from "@/lib/projects/logs/log-filters.rules";
import { readAuditLog } from "@/lib/projects/logs/logs";

export const generateMetadata = titled(() => auditWords.title);

/** The audit log of a project. */
export default async function AuditPage({ params, searchParams }: ProjectPage) {
  const access = await requireProject((await params).projectId, "audit.read");
  const query = await searchParams;
  const place = placeOf(query, timedLogCursors);
  const filter = readAuditFilter(query, pageTimeZone());
  const deps = getProjects();
  const path = `/dashboard/projects/${access.projectId}${auditPage.path}`;
  const [{ choices, part }, saved] = await Promise.all([
    readAuditLog(deps, access, filter, place),
    viewsOfList(deps, access, "audit"),
  ]);
  const filled = auditListParams(filter);
  return (
    <>
      <PageHeader
        title={auditWords.title}
        description={auditWords.description}
        back={{
          href: `/dashboard/projects/${access.projectId}/settings/team`,
          label: shellWords.pages.team,
        }}
      />
      <ListTools
        {...saved}
        path={path}
        query={filled}
        chips={chipsOf(filled, {
          who: (userId) => {
            const person = choices.people.find((each) => each.userId === userId);
            return cleanText(person?.name ?? person?.email ?? userId);
          },
          action: actionWords,
          ...dayChips,
        })}
      >
        <ListFilter
          path={path}
          query={filled}
          fields={[
            {
              kind: "choice",
              name: "who",
              label: auditWords.filterPerson,
              options: choices.people.map(({ userId, email, name }) => ({
                value: userId,
                label: name ?? email,
              })),
            },
            {
              kind: "choice",
              name: "action",
              label: auditWords.filterAction,
              options: choices.actions.map((action) => ({ value: action, label: actionWords(action) })),
            },
            { kind: "day", name: "from", label: listWords.createdFrom },
            { kind: "day", name: "to", label: listWords.createdTo },
          ]}
        />
      </ListTools>
      <ListCard
        path={path}
        query={filled}
        place={place}
        part={part}
        cursors={timedLogCursors}
        empty={{
          icon: History,
          title: auditWords.empty,
          text: auditWords.emptyText,
          next: {
            href: `/dashboard/projects/${access.projectId}/settings`,
            label: shellWords.pages.settings,
          },
        }}
      >
        <AuditTable rows={part.items} chains={deps.chains} />
      </ListCard>
    </>
  );
}

type AuditRow = {
  id: bigint;
  at: Date;
  action: string;
  target: string | null;
  /** Token of the entry's checkout or refund. */
  token: TokenRef | null;
  details: Details;
  who: { email: string; name: string | null } | null;
  serverKey: { lastFour: string } | null;
};

function actorOf({ who, serverKey, details }: AuditRow): string {
  if (who !== null) return who.name ?? who.email;
  if (details !== null && "rule" in details) return auditWords.rule;
  return serverKey === null ? auditWords.operator : fill(auditWords.key, serverKey);
}

/** One audit entry per line. */
function AuditTable({ rows, chains }: { rows: readonly AuditRow[]; chains: readonly Chain[] }) {
  const columns: readonly Column<AuditRow>[] = [
    { key: "when", header: auditWords.when, cell: ({ at }) => <Moment at={at} exact /> },
    {
      key: "who",
      header: auditWords.who,
      cell: (row) => <bdi className="wrap-anywhere">{actorOf(row)}</bdi>,
    },
    { key: "what", header: auditWords.what, cell: What },
    { key: "details", header: auditWords.details, cell: (row) => <Changed {...row} chains={chains} /> },
  ];
  return (
    <DataTable caption={auditWords.caption} columns={columns} rows={rows} rowKey={({ id }) => `${id}`} />
  );
}

function What({ action, target }: AuditRow) {
  return (
    <div className="min-w-0">
      <p className="font-medium">{actionWords(action)}</p>
      {target !== null && <p className="caption wrap-anywhere font-mono">{withChecksums(target)}</p>}
    </div>
  );
}

function Changed({ details, token, chains }: AuditRow & { chains: readonly Chain[] }) {
  // The rule is shown as the actor, not among the details.
  const { rule: _, ...rest } = details ?? {};
  const { label, change, facts } = detailWords(details === null ? null : rest, (units) =>
    tokenAmount(units, token, chains),
  );
  return (
    <div className="wrap-anywhere max-w-md">
      {label !== null && <p className="caption">{label}</p>}
      {change !== null && (
        <p className="flex flex-wrap items-center gap-x-2">
          <del className="text-muted no-underline">
            <bdi>{cleanText(change.before)}</bdi>
          </del>
          <ArrowRight className="size-3.5 shrink-0 text-muted rtl:rotate-180" aria-label="→" role="img" />
          <ins className="no-underline">
            <bdi>{cleanText(change.after)}</bdi>
          </ins>
        </p>
      )}
      {facts.map((fact) => (
        <p key={fact}>
          <bdi>{cleanText(fact)}</bdi>
        </p>
      ))}
    </div>
  );
}
