import Link from "next/link";
import type { Chain } from "@/lib/chain/chains.rules";
import type { ListedRefund } from "@/lib/refunds/refund-views.rules";
import { moneyWords } from "../messages/money";
import { refundWords } from "../messages/refunds";
import { explorerUrl, shortId } from "../money/chain-names";
import { shownText } from "../money/shown-text";
import { TokenAmount } from "../money/token-amount";
import { type Column, DataTable } from "../ui/list/data-table";
import { Moment } from "../ui/moment";
import { ShortHex } from "../ui/short-hex";
import { RefundBadge } from "./refund-badge";

type Props = { projectId: string; chains: readonly Chain[]; refunds: readonly ListedRefund[] };

export function RefundTable({ projectId, chains, refunds }: Props) {
  const { columns: headers } = refundWords;
  const project = `/dashboard/projects/${projectId}`;
  const columns: Column<ListedRefund>[] = [
    {
      key: "amount",
      header: headers.amount,
      cell: (refund) => (
        <Link href={`${project}/refunds/${refund.id}`} className="text-link block">
          <TokenAmount {...refund} chains={chains} units={refund.amountUnits} withNetwork inLink />
        </Link>
      ),
    },
    {
      key: "status",
      header: headers.status,
      cell: ({ status, refundType }) => (
        <>
          <RefundBadge status={status} />
          <span className="caption block max-md:hidden">{refundWords.types[refundType]}</span>
        </>
      ),
    },
    {
      key: "to",
      header: headers.to,
      cell: ({ chainId, destinationAddress }) =>
        destinationAddress === null ? (
          <span className="text-muted">{refundWords.noAddress}</span>
        ) : (
          <ShortHex
            value={destinationAddress}
            what={moneyWords.address}
            href={explorerUrl(chains, chainId, "address", destinationAddress)}
          />
        ),
    },
    {
      key: "checkout",
      header: headers.checkout,
      cell: ({ checkoutId, referenceId, itemName }) => (
        <>
          <Link href={`${project}/checkouts/${checkoutId}`} className="text-link wrap-anywhere">
            {shownText(referenceId) ?? shortId(checkoutId)}
          </Link>
          {shownText(itemName) !== null && (
            <span className="caption wrap-anywhere line-clamp-1">{shownText(itemName)}</span>
          )}
        </>
      ),
    },
    {
      key: "asked",
      header: headers.asked,
      align: "end",
      cell: ({ createdAt }) => <Moment at={createdAt} />,
    },
  ];
  return <DataTable caption={refundWords.caption} columns={columns} rows={refunds} rowKey={({ id }) => id} />;
}
