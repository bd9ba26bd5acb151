import { refundState, refundWords } from "@/components/dashboard/messages/refunds";
import { moneyWords } from "@/components/dashboard/messages/settlements";
import { displayText, shortId } from "@/components/dashboard/money/display-units";
import { OnChain, TokenAmount } from "@/components/dashboard/money/token-amount";
import { Link } from "@/components/dashboard/ui/link";
import { type Column, DataTable } from "@/components/dashboard/ui/list/data-table";
import { Moment } from "@/components/dashboard/ui/moment";
import { type Chain, findToken } from "@/lib/chain/chains.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import { checksummed } from "@/lib/platform/values/checksum.rules";
import type { ListedRefund } from "@/lib/refunds/dashboard/refund-views.rules";
import type { SignableRow } from "./prepare-together";
import { displayTokenAmount, RefundBadge } from "./refund-parts";

type Props = {
  projectId: string;
  chains: readonly Chain[];
  refunds: readonly ListedRefund[];
  /** Ids of those with a checkbox, for `SignRefunds`. */
  selectable: readonly string[];
};

export function RefundTable({ projectId, chains, refunds, selectable }: Props) {
  const { columns: headers } = refundWords;
  const project = `/dashboard/projects/${projectId}`;
  const columns: Column<ListedRefund>[] = [
    {
      key: "amount",
      header: headers.amount,
      cell: (refund) => (
        <div className="flex items-center gap-2">
          {selectable.length > 0 && (
            <Checkbox refund={refund} isSelectable={selectable.includes(refund.id)} />
          )}
          <Link href={`${project}/refunds/${refund.id}`} className="text-link block">
            <TokenAmount {...refund} chains={chains} units={refund.amountUnits} withNetwork inLink />
          </Link>
        </div>
      ),
    },
    {
      key: "status",
      header: headers.status,
      cell: (refund) => (
        <>
          <RefundBadge refund={refund} />
          <span className="caption block">{refundState(refund).waits}</span>
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
          <OnChain chains={chains} chainId={chainId} address={destinationAddress} what={moneyWords.address} />
        ),
    },
    {
      key: "checkout",
      header: headers.checkout,
      cell: ({ checkoutId, referenceId, itemName }) => (
        <>
          <Link href={`${project}/checkouts/${checkoutId}`} className="text-link wrap-anywhere">
            {nameOf({ checkoutId, referenceId })}
          </Link>
          {displayText(itemName) !== null && (
            <span className="caption wrap-anywhere line-clamp-1">{displayText(itemName)}</span>
          )}
        </>
      ),
    },
    {
      key: "asked",
      header: headers.requestedAt,
      align: "end",
      cell: ({ createdAt }) => <Moment at={createdAt} />,
    },
  ];
  return (
    <DataTable caption={refundWords.caption} columns={columns} rows={refunds} rowKey={({ id }) => id} opens />
  );
}

type CheckboxProps = { refund: ListedRefund; isSelectable: boolean };

/** The others keep its place, so that the amounts stay in line. */
function Checkbox({ refund, isSelectable }: CheckboxProps) {
  if (!isSelectable) return <span className="scripted size-7 shrink-0 max-md:hidden" />;
  return (
    <label className="scripted relative grid size-7 shrink-0 cursor-pointer place-items-center">
      <span className="sr-only">{fill(refundWords.together.select, { name: nameOf(refund) })}</span>
      <input type="checkbox" name="row" value={refund.id} className="size-4 accent-accent" />
    </label>
  );
}

function nameOf({ referenceId, checkoutId }: { referenceId: string | null; checkoutId: string }): string {
  return displayText(referenceId) ?? shortId(checkoutId);
}

/** Refunds that wait for the merchant's wallet, in a listed token. */
export function signableRows(refunds: readonly ListedRefund[], chains: readonly Chain[]): SignableRow[] {
  return refunds.flatMap((refund) => {
    const { id, chainId, status, destinationAddress, amountUnits, txHash } = refund;
    const found = findToken(chains, refund);
    if (status !== "AWAITING_SIGNATURE" || destinationAddress === null || found === null) return [];
    const amount = displayTokenAmount(amountUnits, found.token);
    return [{ id, chainId, name: nameOf(refund), amount, to: checksummed(destinationAddress), txHash }];
  });
}
