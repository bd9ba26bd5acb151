import { StatusBadge, tokenAmount } from "@/components/dashboard/checkouts/checkout-price";
import { chainName, shortId } from "@/components/dashboard/money/display-units";
import { Link } from "@/components/dashboard/ui/link";
import { type Chain, findToken } from "@/lib/chain/chains.rules";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { excessUnits } from "@/lib/checkouts/state/payment-matching.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import { cleanText } from "@/lib/platform/values/text.rules";
import { checkoutWords as words } from "../../messages/checkouts";
import { type Column, DataTable } from "../../ui/list/data-table";
import { Moment } from "../../ui/moment";
import { CheckoutPrice } from "../checkout-price";
import type { BulkRow } from "./bulk-actions";

type Props = {
  /** Of the project. */
  basePath: string;
  checkouts: readonly Checkout[];
  chains: readonly Chain[];
  mayRefund: boolean;
  /** A checkbox in each row, for `BulkActions`; none on a phone. */
  selectable?: boolean;
};

/** Checkouts under each other, each leading to its own page. */
export function CheckoutTable({ basePath, checkouts, chains, mayRefund, selectable = false }: Props) {
  const select: Column<Checkout> = {
    key: "select",
    header: words.bulk.column,
    cell: ({ id, itemName }) => (
      <label className="scripted -m-2 grid size-8 cursor-pointer place-items-center">
        <span className="sr-only">
          {fill(words.bulk.select, { name: `${nameOf(itemName)} ${shortId(id)}` })}
        </span>
        <input type="checkbox" name="row" value={id} className="size-4 accent-accent" />
      </label>
    ),
  };
  const columns: Column<Checkout>[] = [
    ...(selectable ? [select] : []),
    {
      key: "checkout",
      phone: "2 start",
      header: words.columns.checkout,
      cell: ({ id, itemName }) => (
        <Link href={`${basePath}/checkouts/${id}`} className="group block min-w-0 md:py-1">
          <span className="wrap-anywhere line-clamp-1 font-medium group-hover:underline md:line-clamp-2 md:max-w-64">
            {nameOf(itemName)}
          </span>
          <span className="caption font-mono max-md:hidden">{shortId(id)}</span>
        </Link>
      ),
    },
    {
      key: "status",
      phone: "1 end",
      header: words.columns.status,
      cell: (checkout) => (
        <>
          <StatusBadge status={checkout.status} isLateAccepted={checkout.lateAcceptedAt !== null} />
          <ReceivedPart checkout={checkout} chains={chains} />
        </>
      ),
    },
    {
      key: "price",
      phone: "1 start",
      header: words.columns.price,
      align: "end",
      cell: (checkout) => (
        <>
          <CheckoutPrice checkout={checkout} chains={chains} />
          <span className="max-md:hidden">
            <Overpaid checkout={checkout} chains={chains} basePath={basePath} mayRefund={mayRefund} />
          </span>
        </>
      ),
    },
    {
      key: "token",
      header: words.columns.token,
      wideOnly: true,
      cell: (checkout) => <TokenCell checkout={checkout} chains={chains} />,
    },
    {
      key: "reference",
      phone: "2 end",
      header: words.columns.reference,
      cell: ({ referenceId }) => (
        <span className="wrap-anywhere line-clamp-1 max-w-36 md:line-clamp-2 md:max-w-48">
          {referenceId === null ? (
            <span className="text-muted max-md:hidden">–</span>
          ) : (
            cleanText(referenceId)
          )}
        </span>
      ),
    },
    {
      key: "via",
      header: words.columns.createdVia,
      wideOnly: true,
      cell: ({ createdVia }) => words.createdVia[createdVia],
    },
    {
      key: "created",
      header: words.columns.created,
      phone: "3",
      cell: (checkout) => (
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-muted md:text-ink">
          <Moment at={checkout.createdAt} />
          <span className="md:hidden">
            <Overpaid checkout={checkout} chains={chains} basePath={basePath} mayRefund={mayRefund} />
          </span>
        </div>
      ),
    },
  ];
  return <DataTable caption={words.title} columns={columns} rows={checkouts} rowKey={({ id }) => id} opens />;
}

function nameOf(itemName: string | null): string {
  return itemName === null ? words.untitled : cleanText(itemName);
}

/** A row for acts on several. */
export function bulkRowOf(checkout: Checkout, chains: readonly Chain[]): BulkRow {
  const { id, itemName, referenceId, status, chainId, tokenAddress } = checkout;
  const units = excessUnits(checkout);
  return {
    id,
    name: `${nameOf(itemName)} ${referenceId === null ? shortId(id) : cleanText(referenceId)}`,
    cancellable: status === "PENDING",
    excess:
      units === 0n || chainId === null || tokenAddress === null
        ? null
        : { units: units.toString(), text: tokenAmount(units, { chainId, tokenAddress }, chains) },
  };
}

/** What was paid above the price and is still there, and the way to its refund. */
function Overpaid({
  checkout,
  chains,
  basePath,
  mayRefund,
}: Omit<Props, "checkouts"> & { checkout: Checkout }) {
  const { id, chainId, tokenAddress, excessRequestedAt, excessDismissedAt } = checkout;
  const excess = excessUnits(checkout);
  if (excess === 0n || chainId === null || tokenAddress === null) return null;
  const isWaiting = excessRequestedAt !== null && excessDismissedAt === null;
  return (
    <span className="block text-sm text-warn">
      {fill(words.overpaidBy, { amount: tokenAmount(excess, { chainId, tokenAddress }, chains) })}
      {isWaiting && ` (${words.excessRequested})`}
      {mayRefund && (
        <Link href={`${basePath}/refunds/new?checkout=${id}&type=overpayment`} className="text-link block">
          {words.refundExcess}
        </Link>
      )}
    </span>
  );
}

/** How much of its price came in, while that is neither nothing nor enough, or was accepted as enough. */
function ReceivedPart({ checkout, chains }: { checkout: Checkout; chains: readonly Chain[] }) {
  const { amountUnits, acceptedUnits, totalPaidUnits, paidAt, chainId, tokenAddress } = checkout;
  if (chainId === null || tokenAddress === null || amountUnits === null) return null;
  if (totalPaidUnits === 0n || totalPaidUnits >= amountUnits) return null;
  if (paidAt !== null && acceptedUnits === null) return null;
  const token = { chainId, tokenAddress };
  const [received] = tokenAmount(totalPaidUnits, token, chains).split(" ");
  return (
    <span className="caption block whitespace-nowrap">
      {fill(words.receivedPart, {
        received: received ?? "",
        amount: tokenAmount(amountUnits, token, chains),
      })}
    </span>
  );
}

function TokenCell({ checkout, chains }: { checkout: Checkout; chains: readonly Chain[] }) {
  const { chainId, tokenAddress } = checkout;
  if (chainId === null) return <span className="text-muted">{words.notChosen}</span>;
  const symbol =
    tokenAddress === null
      ? words.notChosen
      : (findToken(chains, { chainId, tokenAddress })?.token.symbol ?? words.unknownToken);
  return (
    <span>
      {symbol}
      <span className="caption block">{chainName(chains, chainId)}</span>
    </span>
  );
}
