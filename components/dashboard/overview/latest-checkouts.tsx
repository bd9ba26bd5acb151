import { Link } from "@/components/dashboard/ui/link";
import type { Chain } from "@/lib/chain/chains.rules";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { CheckoutTable } from "../checkouts/list/checkout-table";
import { overviewWords as words } from "../messages/overview";
import { Card } from "../ui/card";

type Props = {
  /** The project's own address. */
  base: string;
  checkouts: readonly Checkout[];
  chains: readonly Chain[];
  mayRefund: boolean;
};

/** The latest checkouts. */
export function LatestCheckouts({ base, checkouts, chains, mayRefund }: Props) {
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
      <CheckoutTable basePath={base} checkouts={checkouts} chains={chains} mayRefund={mayRefund} />
    </Card>
  );
}
