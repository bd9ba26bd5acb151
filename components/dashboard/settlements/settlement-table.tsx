import { CircleAlert, CircleCheck, Clock, type LucideIcon } from "lucide-react";
import { moneyWords, settlementWords } from "@/components/dashboard/messages/settlements";
import { chainName } from "@/components/dashboard/money/display-units";
import { GasCost, OnChain, TokenAmount } from "@/components/dashboard/money/token-amount";
import { Badge, type Tone } from "@/components/dashboard/ui/card";
import { Link } from "@/components/dashboard/ui/link";
import { type Column, DataTable } from "@/components/dashboard/ui/list/data-table";
import { Moment } from "@/components/dashboard/ui/moment";
import type { Chain } from "@/lib/chain/chains.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import type { ListedSettlement, SettlementStatus } from "@/lib/settlement/dashboard/settlement-views.rules";

const looks: Readonly<Record<SettlementStatus, { tone: Tone; icon: LucideIcon }>> = {
  PENDING: { tone: "accent", icon: Clock },
  COMPLETED: { tone: "ok", icon: CircleCheck },
  FAILED: { tone: "bad", icon: CircleAlert },
};

/** A settlement's status in a word. */
export function SettlementBadge({ status }: { status: SettlementStatus }) {
  return <Badge {...looks[status]}>{settlementWords.statuses[status]}</Badge>;
}

type Props = { projectId: string; chains: readonly Chain[]; settlements: readonly ListedSettlement[] };

const { columns: headers } = settlementWords;

export function SettlementTable({ projectId, chains, settlements }: Props) {
  const columns: Column<ListedSettlement>[] = [
    {
      key: "amounts",
      header: headers.amounts,
      cell: ({ id, chainId, amounts }) => (
        <Link
          href={`/dashboard/projects/${projectId}/settlements/${id}`}
          className="text-link flex-col items-start"
        >
          {amounts.length === 0 ? (
            <span>{settlementWords.detail.none}</span>
          ) : (
            amounts.map(({ tokenAddress, units }) => (
              <span key={tokenAddress}>
                <TokenAmount
                  chains={chains}
                  chainId={chainId}
                  tokenAddress={tokenAddress}
                  units={units}
                  inLink
                />
              </span>
            ))
          )}
        </Link>
      ),
    },
    {
      key: "status",
      header: headers.status,
      cell: ({ status, requested }) => (
        <span className="inline-flex flex-wrap gap-1">
          <SettlementBadge status={status} />
          {requested && <Badge>{settlementWords.requested}</Badge>}
        </span>
      ),
    },
    { key: "network", header: headers.network, cell: ({ chainId }) => chainName(chains, chainId) },
    {
      key: "deposits",
      header: headers.deposits,
      align: "end",
      cell: ({ itemCount, failedCount }) => (
        <>
          {itemCount}
          {failedCount > 0 && (
            <span className="ms-2 text-bad">{fill(settlementWords.failedOf, { failed: failedCount })}</span>
          )}
        </>
      ),
    },
    {
      key: "transaction",
      header: headers.transaction,
      cell: ({ chainId, txHash }) =>
        txHash === null ? (
          <span className="text-muted">{settlementWords.noTransaction}</span>
        ) : (
          <OnChain chains={chains} chainId={chainId} tx={txHash} what={moneyWords.transaction} />
        ),
    },
    {
      key: "gas",
      header: headers.gas,
      align: "end",
      cell: ({ costWei, chainId }) => <GasCost wei={costWei} chains={chains} chainId={chainId} />,
    },
    {
      key: "opened",
      header: headers.opened,
      align: "end",
      cell: ({ createdAt }) => <Moment at={createdAt} />,
    },
  ];
  return (
    <DataTable
      caption={settlementWords.caption}
      columns={columns}
      rows={settlements}
      rowKey={({ id }) => id}
      opens
    />
  );
}
