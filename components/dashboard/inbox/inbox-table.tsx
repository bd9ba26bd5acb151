import { Ellipsis } from "lucide-react";
import { inboxWords as words } from "@/components/dashboard/messages/inbox";
import { callNetwork } from "@/components/dashboard/money/call-network";
import { SignSweep } from "@/components/dashboard/money/sign-sweep";
import { ConfirmProjectAction } from "@/components/dashboard/ui/form/dialog";
import { Link } from "@/components/dashboard/ui/link";
import { type Column, DataTable } from "@/components/dashboard/ui/list/data-table";
import { momentText } from "@/components/dashboard/ui/moment";
import { Notice } from "@/components/dashboard/ui/notice";
import type { Chain } from "@/lib/chain/chains.rules";
import type { InboxAct } from "@/lib/insights/inbox/inbox.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import { decisionValue, inboxForm } from "./decision-value";
import { type InboxRow, percentText, withAmount } from "./inbox-rows";

type Props = { rows: readonly InboxRow[]; projectId: string; chains: readonly Chain[] };

/** One case per line, with its button. */
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
      cell: ({ amount, happened, why }) => (
        <>
          <span className="wrap-anywhere block">
            {amount !== "" && <strong className="font-semibold">{amount} </strong>}
            {happened}
          </span>
          <span className="caption block">{why}</span>
        </>
      ),
    },
    {
      key: "checkout",
      header: words.columns.checkout,
      phone: "2 start",
      cell: ({ checkoutId, name, item }) => (
        <>
          {checkoutId === null ? (
            <span className="wrap-anywhere">{name}</span>
          ) : (
            <Link
              href={`${project}/checkouts/${checkoutId}`}
              className="text-link wrap-anywhere inline-block min-w-24"
            >
              {name}
            </Link>
          )}
          {item !== null && <span className="caption wrap-anywhere line-clamp-1">{item}</span>}
        </>
      ),
    },
    {
      key: "age",
      header: words.columns.age,
      phone: "2 end",
      cell: ({ at, age }) => (
        <span title={momentText(at)} className="whitespace-nowrap">
          {age}
        </span>
      ),
    },
    {
      key: "act",
      header: words.columns.act,
      hiddenHeader: true,
      align: "end",
      phone: "3",
      cell: (row) => <Decision row={row} projectId={projectId} chains={chains} />,
    },
  ];
}

/** The suggested act as a button, the others behind "…". */
function Decision({ row, projectId, chains }: { row: InboxRow } & Omit<Props, "rows">) {
  const { id, name, amount, choices, recommended, link, signed } = row;
  const others = choices.filter(({ act }) => act !== recommended);
  return (
    <div className="flex flex-wrap items-center justify-end gap-1">
      {link !== null && (
        <Link
          href={`/dashboard/projects/${projectId}${link.path}`}
          className="button-compact button-secondary whitespace-nowrap"
        >
          {link.text}
          <span className="sr-only">: {name}</span>
        </Link>
      )}
      {recommended !== null && (
        <span className="scripted">
          <ActButton {...{ id, name, amount }} act={recommended} className="button-secondary" />
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
      {others.length > 0 && (
        // In the flow of its row: a panel over the table would be cut off at the card's edge.
        <details className="scripted open:basis-full">
          <summary
            aria-label={fill(words.others, { name: `${name}, ${amount}` })}
            className={`button-compact list-none [&::-webkit-details-marker]:hidden ${recommended === null ? "button-secondary" : "button-quiet"}`}
          >
            {recommended === null ? words.acts.none : <Ellipsis className="size-4" aria-hidden="true" />}
          </summary>
          <span className="mt-1 flex flex-wrap justify-end gap-1">
            {others.map(({ act }) => (
              <ActButton key={act} {...{ id, name, amount, act }} className="button-secondary" />
            ))}
          </span>
        </details>
      )}
    </div>
  );
}

type ActProps = Pick<InboxRow, "id" | "name" | "amount"> & { act: InboxAct; className: string };

function ActButton({ id, name, amount, act, className }: ActProps) {
  return (
    <button
      type="submit"
      form={inboxForm}
      value={decisionValue(act, [id])}
      className={`button-compact whitespace-nowrap ${className}`}
    >
      {withAmount(words.acts[act], amount)}
      <span className="sr-only">: {name}</span>
    </button>
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
