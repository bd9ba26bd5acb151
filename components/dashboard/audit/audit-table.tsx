import { ArrowRight } from "lucide-react";
import type { Chain } from "@/lib/chain/chains.rules";
import type { TokenRef } from "@/lib/chain/token.rules";
import { withChecksums } from "@/lib/platform/checksums.schema";
import { cleanText } from "@/lib/platform/clean-text.rules";
import { tokenAmount } from "../checkouts/token-text";
import { auditWords } from "../messages/audit";
import { type Column, DataTable } from "../ui/list/data-table";
import { Moment } from "../ui/moment";
import { actionWords, type Details, detailWords } from "./audit-words";

export type AuditRow = {
  id: bigint;
  at: Date;
  action: string;
  target: string | null;
  /** Of the checkout or refund that it is about. */
  token: TokenRef | null;
  details: Details;
  who: { email: string; name: string | null } | null;
};

/** What was done, one act a line. */
export function AuditTable({ rows, chains }: { rows: readonly AuditRow[]; chains: readonly Chain[] }) {
  const columns: readonly Column<AuditRow>[] = [
    { key: "when", header: auditWords.when, cell: ({ at }) => <Moment at={at} exact /> },
    {
      key: "who",
      header: auditWords.who,
      cell: ({ who }) => (
        <bdi className="wrap-anywhere">{who === null ? auditWords.operator : (who.name ?? who.email)}</bdi>
      ),
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
  const { label, change, facts } = detailWords(details, (units) => tokenAmount(units, token, chains));
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
