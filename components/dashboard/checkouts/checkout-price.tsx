import {
  Ban,
  CircleCheck,
  CircleCheckBig,
  CircleDashed,
  Clock,
  ClockAlert,
  type LucideIcon,
  Radar,
  Undo2,
} from "lucide-react";
import { linkWords, checkoutWords as words } from "@/components/dashboard/messages/checkouts";
import { grouped } from "@/components/dashboard/messages/text";
import { displayFiat, displayUnits } from "@/components/dashboard/money/display-units";
import { Badge, type Tone } from "@/components/dashboard/ui/card";
import { type Chain, findToken } from "@/lib/chain/chains.rules";
import type { TokenRef } from "@/lib/chain/token.rules";
import type { Checkout, CheckoutStatus } from "@/lib/checkouts/checkout.rules";
import { isOpenAmount, isSoldOut, type StockCount } from "@/lib/checkouts/links/payment-link.rules";
import type { PaymentLink } from "@/lib/checkouts/links/payment-link.schema";
import { fill } from "@/lib/platform/i18n/message.rules";
import { amountPricedDecimals } from "@/lib/platform/values/money.rules";

/** @example tokenAmount(4_500_000n, { chainId: 31337, tokenAddress: "0x…" }, chains) // "4.50 USDC" */
export function tokenAmount(units: bigint, token: TokenRef | null, chains: readonly Chain[]): string {
  // The customer has yet to choose which.
  if (token === null) return `${displayUnits(units, amountPricedDecimals)} ${words.unchosenCoin}`;
  const known = findToken(chains, token)?.token;
  // An unknown token's decimals may be a lie.
  if (known === undefined) return `${units} ${words.unknownUnits}`;
  return `${displayUnits(units, known.decimals)} ${known.symbol}`;
}

type Props = {
  checkout: Pick<Checkout, "fiatAmount" | "fiatCurrency" | "amountUnits" | "chainId" | "tokenAddress">;
  chains: readonly Chain[];
};

/** The price, and below it the amount in tokens. */
export function CheckoutPrice({ checkout, chains }: Props) {
  const { fiatAmount, fiatCurrency, amountUnits, chainId, tokenAddress } = checkout;
  const token = chainId === null || tokenAddress === null ? null : { chainId, tokenAddress };
  const tokens = amountUnits === null ? null : tokenAmount(amountUnits, token, chains);
  if (fiatAmount === null)
    return (
      <span translate="no" className="whitespace-nowrap font-medium">
        {tokens}
      </span>
    );
  return (
    <span translate="no" className="md:whitespace-nowrap">
      <span className="font-medium">{displayFiat(fiatAmount, fiatCurrency ?? "")}</span>
      {tokens !== null && <span className="caption max-md:ms-2 md:block">{tokens}</span>}
    </span>
  );
}

/** The price in one line; a phone has the amount in tokens beside it. A long fraction is cut, never the symbol. */
export function PriceLine({ checkout, chains }: Props) {
  const { fiatAmount, fiatCurrency, amountUnits, chainId, tokenAddress } = checkout;
  const token = chainId === null || tokenAddress === null ? null : { chainId, tokenAddress };
  const tokens = amountUnits === null ? null : tokenAmount(amountUnits, token, chains);
  const price = fiatAmount === null ? tokens : displayFiat(fiatAmount, fiatCurrency ?? "");
  const [amount = "", ...unit] = (price ?? "").split(" ");
  const beside = fiatAmount === null ? null : tokens;
  return (
    <>
      <span
        title={[price, beside].filter((text) => text !== null).join(" · ")}
        translate="no"
        className="flex min-w-0 font-medium tabular-nums"
      >
        <span className="truncate">{amount}</span>
        <span className="shrink-0 whitespace-pre"> {unit.join(" ")}</span>
      </span>
      {beside !== null && (
        <span translate="no" className="caption truncate md:hidden">
          {beside}
        </span>
      )}
    </>
  );
}

const statusLooks: Readonly<Record<CheckoutStatus, { tone: Tone; icon: LucideIcon }>> = {
  PENDING: { tone: "neutral", icon: CircleDashed },
  DETECTED: { tone: "accent", icon: Radar },
  PAID: { tone: "ok", icon: CircleCheck },
  SETTLED: { tone: "ok", icon: CircleCheckBig },
  EXPIRED: { tone: "neutral", icon: Clock },
  LATE_PAID: { tone: "warn", icon: ClockAlert },
  CANCELLED: { tone: "neutral", icon: Ban },
  REFUNDED: { tone: "neutral", icon: Undo2 },
};

/** A checkout's status in a word; a late payment without a decision says so. */
export function StatusBadge({
  status,
  isLateAccepted = false,
}: {
  status: CheckoutStatus;
  isLateAccepted?: boolean;
}) {
  const { tone, icon } = status === "LATE_PAID" && isLateAccepted ? statusLooks.PAID : statusLooks[status];
  const word =
    status !== "LATE_PAID"
      ? words.statuses[status]
      : isLateAccepted
        ? words.lateAccepted
        : words.lateToDecide;
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}

/** A link's price, or that the customer chooses it. */
export function LinkPrice({ link }: { link: PaymentLink }) {
  if (isOpenAmount(link)) {
    const { fiatCurrency, maxFiatAmount } = link;
    return (
      <span className="whitespace-nowrap font-medium">
        {maxFiatAmount === null
          ? fill(linkWords.anyAmount, { currency: fiatCurrency })
          : fill(linkWords.upTo, { amount: displayFiat(maxFiatAmount, fiatCurrency) })}
      </span>
    );
  }
  return <CheckoutPrice checkout={{ ...link, chainId: null, tokenAddress: null }} chains={[]} />;
}

/** @example stockText({ stock: 20, count: { sold: 3, taken: 4 } }) // "3 of 20 sold"; null without a stock */
export function stockText(link: { stock: number | null; count: StockCount | null }): string | null {
  if (link.stock === null || link.count === null) return null;
  return isSoldOut(link)
    ? linkWords.soldOut
    : fill(linkWords.sold, { sold: grouped(link.count.sold), stock: grouped(link.stock) });
}
