import { PriceLine, StatusBadge } from "@/components/dashboard/checkouts/checkout-price";
import { checkoutWords } from "@/components/dashboard/messages/checkouts";
import { overviewWords as words } from "@/components/dashboard/messages/overview";
import { shortId } from "@/components/dashboard/money/display-units";
import { Card } from "@/components/dashboard/ui/card";
import { Link } from "@/components/dashboard/ui/link";
import { Moment } from "@/components/dashboard/ui/moment";
import { RefreshWhileOpen } from "@/components/dashboard/ui/refresh-while-open";
import type { Chain } from "@/lib/chain/chains.rules";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { cleanText } from "@/lib/platform/values/text.rules";

type Props = { base: string; checkouts: readonly Checkout[]; chains: readonly Chain[] };

/** The newest checkouts, which follow what happens. */
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
      <RefreshWhileOpen
        open
        changed={JSON.stringify(checkouts.map(({ id, status }) => [id, status]))}
        firstMs={5_000}
      />
      <ul className="divide-y divide-line border-line border-t text-sm">
        {checkouts.map((checkout) => (
          <li key={checkout.id} className="relative flex flex-col gap-1 px-5 py-2.5 hover:bg-well">
            <div className="flex min-w-0 justify-between gap-4">
              <Link
                href={`${base}/checkouts/${checkout.id}`}
                className="truncate font-medium after:absolute after:inset-0"
              >
                {checkout.itemName === null ? checkoutWords.untitled : cleanText(checkout.itemName)}
                <span className="sr-only"> {shortId(checkout.id)}</span>
              </Link>
              <span className="flex max-w-1/2 shrink-0">
                <PriceLine checkout={checkout} chains={chains} />
              </span>
            </div>
            <div className="flex items-center justify-between gap-4">
              <StatusBadge status={checkout.status} isLateAccepted={checkout.lateAcceptedAt !== null} />
              <span className="caption">
                <Moment at={checkout.createdAt} short />
              </span>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
