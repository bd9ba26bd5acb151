import { Undo2 } from "lucide-react";
import { PriceLine, StatusBadge, tokenAmount } from "@/components/dashboard/checkouts/checkout-price";
import { displayText, shortId } from "@/components/dashboard/money/display-units";
import { Link } from "@/components/dashboard/ui/link";
import type { Chain } from "@/lib/chain/chains.rules";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { type Customer, customerOf } from "@/lib/checkouts/dashboard/customer.rules";
import { excessUnits } from "@/lib/checkouts/state/overpayment.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import { withChecksums } from "@/lib/platform/values/checksum.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { cleanText } from "@/lib/platform/values/text.rules";
import { checkoutWords as words } from "../../messages/checkouts";
import { type Column, DataTable } from "../../ui/list/data-table";
import { Moment } from "../../ui/moment";
import type { BulkRow } from "./bulk-actions";

type Props = {
  /** Of the project. */
  basePath: string;
  checkouts: readonly Checkout[];
  chains: readonly Chain[];
  mayRefund: boolean;
  /** The payers, by checkout. */
  payers: ReadonlyMap<string, Hex>;
  /** A checkbox in each row, for `BulkActions`; none on a phone. */
  selectable?: boolean;
};

/** Checkouts under each other, one line each; each leads to its own page. */
export function CheckoutTable(props: Props) {
  const { basePath, checkouts, chains, mayRefund, payers, selectable = false } = props;
  const select: Column<Checkout> = {
    key: "select",
    header: words.bulk.column,
    hiddenHeader: true,
    share: 0,
    cell: ({ id, itemName }) => (
      <label className="scripted grid size-7 cursor-pointer place-items-center">
        <span className="sr-only">
          {fill(words.bulk.select, { name: `${nameOf(itemName)} ${shortId(id)}` })}
        </span>
        <input type="checkbox" name="row" value={id} className="size-4 accent-accent" />
      </label>
    ),
  };
  const overpaid = (checkout: Checkout, isShort: boolean) => (
    <Overpaid {...{ checkout, chains, basePath, mayRefund, isShort }} />
  );
  const columns: Column<Checkout>[] = [
    ...(selectable ? [select] : []),
    {
      key: "checkout",
      phone: "2 start",
      header: words.columns.checkout,
      share: 7,
      cell: ({ id, itemName }) => (
        <Link
          href={`${basePath}/checkouts/${id}`}
          title={nameOf(itemName)}
          className="relative block min-h-6 truncate font-medium hover:underline md:leading-6"
        >
          {nameOf(itemName)}
          <span className="sr-only"> {shortId(id)}</span>
        </Link>
      ),
    },
    {
      key: "status",
      phone: "1 end",
      header: words.columns.status,
      share: 6,
      cell: (checkout) => (
        <div className="flex items-center gap-1.5">
          <StatusBadge status={checkout.status} isLateAccepted={checkout.lateAcceptedAt !== null} />
          <span className="empty:hidden max-md:hidden">
            <ReceivedPart checkout={checkout} chains={chains} isShort />
          </span>
        </div>
      ),
    },
    {
      key: "price",
      phone: "1 start",
      header: words.columns.price,
      align: "end",
      share: 11,
      cell: (checkout) => (
        <div className="flex min-w-0 items-baseline gap-x-1.5 md:justify-end">
          <PriceLine checkout={checkout} chains={chains} />
          <span className="shrink-0 empty:hidden max-md:hidden">{overpaid(checkout, true)}</span>
        </div>
      ),
    },
    {
      key: "customer",
      header: words.columns.customer,
      share: 7,
      cell: ({ id, metadata }) => <CustomerCell customer={customerOf(metadata, payers.get(id) ?? null)} />,
    },
    {
      key: "reference",
      phone: "2 end",
      header: words.columns.reference,
      share: 5,
      cell: ({ referenceId }) =>
        referenceId === null ? (
          <span className="text-muted max-md:hidden">–</span>
        ) : (
          <span title={cleanText(referenceId)} className="block truncate max-md:max-w-36">
            {cleanText(referenceId)}
          </span>
        ),
    },
    {
      key: "created",
      header: words.columns.created,
      phone: "3",
      share: 7,
      cell: (checkout) => (
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-muted md:block md:truncate md:text-ink">
          <Moment at={checkout.createdAt} short />
          <span className="md:hidden">
            <ReceivedPart checkout={checkout} chains={chains} isShort={false} />
            {overpaid(checkout, false)}
          </span>
        </div>
      ),
    },
  ];
  return (
    <DataTable caption={words.title} columns={columns} rows={checkouts} rowKey={({ id }) => id} opens lines />
  );
}

function CustomerCell({ customer }: { customer: Customer | null }) {
  if (customer === null) return <span className="text-muted">–</span>;
  const isPayer = customer.kind === "payer";
  const whole = isPayer ? withChecksums(customer.address) : (displayText(customer.text) ?? "–");
  return (
    <bdi title={whole} className={`block truncate ${isPayer ? "text-muted tabular-nums" : ""}`}>
      {isPayer ? `${whole.slice(0, 6)}…${whole.slice(-4)}` : whole}
    </bdi>
  );
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

type OverpaidProps = Pick<Props, "chains" | "basePath" | "mayRefund"> & {
  checkout: Checkout;
  /** For one line: an amount, with the rest for screen readers and the pointer. */
  isShort: boolean;
};

/** What was paid above the price and is still there, and the way to its refund. */
function Overpaid({ checkout, chains, basePath, mayRefund, isShort }: OverpaidProps) {
  const { id, chainId, tokenAddress, excessRequestedAt, excessDismissedAt } = checkout;
  const excess = excessUnits(checkout);
  if (excess === 0n || chainId === null || tokenAddress === null) return null;
  const isWaiting = excessRequestedAt !== null && excessDismissedAt === null;
  const amount = tokenAmount(excess, { chainId, tokenAddress }, chains);
  const sentence = `${fill(words.overpaidBy, { amount })}${isWaiting ? ` (${words.excessRequested})` : ""}`;
  const refund = `${basePath}/refunds/new?checkout=${id}&type=overpayment`;
  if (isShort) {
    const short = (
      <>
        <span aria-hidden="true" className="inline-flex items-center gap-0.5">
          {isWaiting && <Undo2 className="size-3.5" />}+{amount.split(" ")[0]}
        </span>
        <span className="sr-only">{sentence} </span>
      </>
    );
    if (!mayRefund)
      return (
        <span className="relative text-warn" title={sentence}>
          {short}
        </span>
      );
    return (
      <Link
        href={refund}
        title={`${sentence}. ${words.refundExcess}`}
        className="relative inline-block min-h-6 text-warn leading-6 underline"
      >
        {short}
        <span className="sr-only">{words.refundExcess}</span>
      </Link>
    );
  }
  return (
    <span className="block text-sm text-warn">
      {sentence}
      {mayRefund && (
        <Link href={refund} className="text-link block">
          {words.refundExcess}
        </Link>
      )}
    </span>
  );
}

/** How much of its price came in, while that is neither nothing nor enough, or was accepted as enough. */
function ReceivedPart({ checkout, chains, isShort }: Pick<OverpaidProps, "checkout" | "chains" | "isShort">) {
  const { amountUnits, acceptedUnits, totalPaidUnits, paidAt, chainId, tokenAddress } = checkout;
  if (chainId === null || tokenAddress === null || amountUnits === null) return null;
  if (totalPaidUnits === 0n || totalPaidUnits >= amountUnits) return null;
  if (paidAt !== null && acceptedUnits === null) return null;
  const token = { chainId, tokenAddress };
  const [received] = tokenAmount(totalPaidUnits, token, chains).split(" ");
  const sentence = fill(words.receivedPart, {
    received: received ?? "",
    amount: tokenAmount(amountUnits, token, chains),
  });
  if (!isShort) return <span className="caption block">{sentence}</span>;
  const percent = (totalPaidUnits * 100n) / amountUnits;
  return (
    <span className="caption relative whitespace-nowrap" title={sentence}>
      <span className="sr-only">{sentence}</span>
      <span aria-hidden="true">{percent === 0n ? "<1" : `${percent}`}%</span>
    </span>
  );
}
