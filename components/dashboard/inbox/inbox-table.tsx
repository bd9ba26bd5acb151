import { inboxWords as words } from "@/components/dashboard/messages/inbox";
import { callNetwork } from "@/components/dashboard/money/call-network";
import { SignSweep } from "@/components/dashboard/money/sign-sweep";
import { ConfirmProjectAction } from "@/components/dashboard/ui/form/dialog";
import { Link } from "@/components/dashboard/ui/link";
import { type Column, DataTable } from "@/components/dashboard/ui/list/data-table";
import { Moment } from "@/components/dashboard/ui/moment";
import { Notice } from "@/components/dashboard/ui/notice";
import type { Chain } from "@/lib/chain/chains.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import { inboxForm } from "./inbox-acts";
import { type InboxRow, percentText } from "./inbox-rows";

type Props = { rows: readonly InboxRow[]; projectId: string; chains: readonly Chain[] };

/** One case per line, the recommended decision preselected. */
export function InboxTable({ rows, projectId, chains }: Props) {
  return (
    <DataTable
      caption={words.caption}
      columns={columnsOf(projectId, chains)}
      rows={rows}
      rowKey={({ id }) => id}
    />
  );
}

function columnsOf(projectId: string, chains: readonly Chain[]): Column<InboxRow>[] {
  const project = `/dashboard/projects/${projectId}`;
  return [
    {
      key: "what",
      header: words.columns.what,
      phone: "1",
      cell: ({ id, name, amount, happened, why, choices }) => (
        <div className="flex gap-3">
          <span className="scripted grid size-6 shrink-0 place-items-center">
            {choices.length > 0 && (
              <input
                type="checkbox"
                name="row"
                value={id}
                form={inboxForm}
                aria-label={fill(words.select, { name: `${name}, ${amount}` })}
                className="size-4 accent-accent"
              />
            )}
          </span>
          <span className="min-w-0">
            <span className="wrap-anywhere block">
              <strong className="font-semibold">{amount}</strong> {happened}
            </span>
            <span className="caption block">{why}</span>
          </span>
        </div>
      ),
    },
    {
      key: "checkout",
      header: words.columns.checkout,
      phone: "2 start",
      cell: ({ checkoutId, name, item }) => (
        <>
          <Link
            href={`${project}/checkouts/${checkoutId}`}
            className="text-link wrap-anywhere inline-block min-w-24"
          >
            {name}
          </Link>
          {item !== null && <span className="caption wrap-anywhere line-clamp-1">{item}</span>}
        </>
      ),
    },
    {
      key: "age",
      header: words.columns.age,
      phone: "2 end",
      cell: ({ at, age }) => (
        <>
          <span className="whitespace-nowrap">{age}</span>
          <span className="caption block max-md:hidden">
            <Moment at={at} />
          </span>
        </>
      ),
    },
    {
      key: "act",
      header: words.columns.act,
      phone: "3",
      cell: (row) => <Decision row={row} projectId={projectId} chains={chains} />,
    },
  ];
}

/** The choices of a row, and what only a wallet can do. */
function Decision({ row, projectId, chains }: { row: InboxRow } & Omit<Props, "rows">) {
  const { id, name, amount, choices, recommended, refundId, signed } = row;
  return (
    <div className="flex flex-wrap items-center gap-2 max-md:justify-end">
      {refundId !== null && (
        <Link href={`/dashboard/projects/${projectId}/refunds/${refundId}`} className="text-link">
          {words.openRefund}
        </Link>
      )}
      {choices.length > 0 && (
        <span className="scripted flex items-center gap-2">
          <select
            name={`act ${id}`}
            form={inboxForm}
            defaultValue={recommended ?? ""}
            aria-label={fill(words.choose, { name: `${name}, ${amount}` })}
            className="field-compact w-auto min-w-36"
          >
            {recommended === null && <option value="">{words.acts.none}</option>}
            {choices.map(({ act }) => (
              <option key={act} value={act}>
                {words.acts[act]}
              </option>
            ))}
          </select>
          <button
            type="submit"
            form={inboxForm}
            value={id}
            aria-label={fill(words.decideFor, { name: `${name}, ${amount}` })}
            className="button-compact button-secondary whitespace-nowrap"
          >
            {words.decide}
          </button>
        </span>
      )}
      {signed !== null && (
        <SignSweep
          projectId={projectId}
          checkoutId={signed.checkoutId}
          chainId={signed.chainId}
          tokenAddress={signed.tokenAddress}
          network={callNetwork(chains, signed.chainId)}
        />
      )}
    </div>
  );
}

type InboxRuleProps = {
  projectId: string;
  /** In basis points; null for none. */
  rule: number | null;
  offered: number | null;
  mayChange: boolean;
};

/** The rule for late payments, or the one that the last decisions suggest. */
export function InboxRule({ projectId, rule, offered, mayChange }: InboxRuleProps) {
  if (rule !== null)
    return (
      <p className="mb-4 text-sm">
        {fill(words.rule.active, { percent: percentText(rule) })}{" "}
        <Link href={`/dashboard/projects/${projectId}/settings/advanced`} className="text-link">
          {words.rule.change}
        </Link>
      </p>
    );
  if (offered === null || !mayChange) return null;
  const percent = percentText(offered);
  return (
    <div className="mb-4">
      <Notice
        action={
          <ConfirmProjectAction
            projectId={projectId}
            action="changeSettings"
            input={{ lateAcceptBps: offered }}
            label={words.rule.add}
            title={fill(words.rule.title, { percent })}
            description={fill(words.rule.text, { percent })}
            confirm={words.rule.add}
          />
        }
      >
        {fill(words.rule.offer, { percent })}
      </Notice>
    </div>
  );
}
