import Link from "next/link";
import { type Chain, findToken } from "@/lib/core/chains";
import type { Checkout } from "@/lib/core/checkout";
import { overviewWords as words } from "../messages/overview";
import { Card } from "../ui/card";
import { DataTable } from "../ui/data-table";
import { Moment } from "../ui/moment";
import { exactAmount } from "./figure-text";

type Props = {
  /** The project's own address. */
  base: string;
  checkouts: readonly Checkout[];
  chains: readonly Chain[];
};

/** What came last. */
export function LatestCheckouts({ base, checkouts, chains }: Props) {
  return (
    <Card
      title={words.latest}
      flush
      actions={
        <Link href={`${base}/checkouts`} className="text-link text-sm">
          {words.allCheckouts}
        </Link>
      }
    >
      <DataTable
        caption={words.latest}
        rows={checkouts}
        rowKey={({ id }) => id}
        columns={[
          {
            key: "checkout",
            header: words.checkout,
            cell: ({ id, itemName, referenceId }) => (
              <Link href={`${base}/checkouts/${id}`} className="text-link min-w-0 max-w-full">
                <bdi className="truncate">{itemName ?? referenceId ?? id}</bdi>
              </Link>
            ),
          },
          {
            key: "reference",
            header: words.reference,
            wideOnly: true,
            cell: ({ referenceId }) => <bdi className="wrap-anywhere">{referenceId ?? "–"}</bdi>,
          },
          { key: "status", header: words.status, cell: ({ status }) => status },
          {
            key: "price",
            header: words.price,
            align: "end",
            cell: (checkout) => priceText(checkout, chains),
          },
          {
            key: "created",
            header: words.created,
            align: "end",
            cell: ({ createdAt }) => <Moment at={createdAt} />,
          },
        ]}
      />
    </Card>
  );
}

/** In the token that was chosen, or as it was asked for while none is. */
function priceText(checkout: Checkout, chains: readonly Chain[]): string {
  const { chainId, tokenAddress, amountUnits, fiatAmount, fiatCurrency } = checkout;
  const found =
    chainId === null || tokenAddress === null ? null : findToken(chains, { chainId, tokenAddress });
  if (found !== null && amountUnits !== null) {
    const { symbol, decimals } = found.token;
    return exactAmount({ symbol, amount: { digits: amountUnits, scale: decimals } });
  }
  return fiatAmount === null ? "–" : `${fiatAmount} ${fiatCurrency}`;
}
