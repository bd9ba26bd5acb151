import Link from "next/link";
import type { Chain } from "@/lib/chain/chains.rules";
import type { ListedSettlement } from "@/lib/settlement/settlement-views.rules";
import { moneyWords } from "../messages/money";
import { settlementWords } from "../messages/settlements";
import { chainName, explorerUrl } from "../money/chain-names";
import { GasCost } from "../money/gas-cost";
import { TokenAmount } from "../money/token-amount";
import { Badge } from "../ui/badge";
import { type Column, DataTable } from "../ui/list/data-table";
import { Moment } from "../ui/moment";
import { ShortHex } from "../ui/short-hex";
import { SettlementBadge } from "./settlement-badge";

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
          {failedCount > 0 && <span className="ms-2 text-bad">{settlementWords.failedOf(failedCount)}</span>}
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
          <ShortHex
            value={txHash}
            what={moneyWords.transaction}
            href={explorerUrl(chains, chainId, "tx", txHash)}
          />
        ),
    },
    {
      key: "gas",
      header: headers.gas,
      align: "end",
      cell: ({ costWei, chainId }) => <GasCost wei={costWei} chainId={chainId} />,
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
    />
  );
}
