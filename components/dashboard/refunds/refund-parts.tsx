import {
  CircleAlert,
  CircleCheck,
  CircleX,
  Clock,
  Hourglass,
  type LucideIcon,
  PenLine,
  ShieldQuestion,
} from "lucide-react";
import { refundWords } from "@/components/dashboard/messages/refunds";
import { displayUnits } from "@/components/dashboard/money/display-units";
import { Badge, type Tone } from "@/components/dashboard/ui/card";
import { SecretOnce } from "@/components/dashboard/ui/copy-button";
import type { RefundStatus } from "@/lib/checkouts/refund-facts.rules";
import { parseDecimal } from "@/lib/platform/values/money.rules";

/** A new claim link: its holder decides where the money goes. */
export function ClaimLink({ url }: { url: string }) {
  const words = refundWords.claim;
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm">{words.made}</p>
      <SecretOnce secret={url} what={words.what} hint={words.once} />
    </div>
  );
}

const looks: Readonly<Record<RefundStatus, { tone: Tone; icon: LucideIcon }>> = {
  AWAITING_APPROVAL: { tone: "warn", icon: ShieldQuestion },
  AWAITING_ADDRESS: { tone: "neutral", icon: Hourglass },
  AWAITING_SIGNATURE: { tone: "warn", icon: PenLine },
  PENDING: { tone: "accent", icon: Clock },
  PROCESSING: { tone: "accent", icon: Clock },
  COMPLETED: { tone: "ok", icon: CircleCheck },
  FAILED: { tone: "bad", icon: CircleAlert },
  CANCELLED: { tone: "neutral", icon: CircleX },
};

/** A refund's status in a word. */
export function RefundBadge({ status }: { status: RefundStatus }) {
  return <Badge {...looks[status]}>{refundWords.statuses[status]}</Badge>;
}

/** A refund's token, as its forms name it. */
export type RefundToken = { symbol: string; decimals: number; networkName: string };

/** Typed text as smallest units; null for anything but a positive amount in the token's decimals. */
export function readTokenAmount(typed: string, decimals: number): bigint | null {
  const amount = parseDecimal(typed.trim());
  if (amount === null || amount.scale > decimals) return null;
  const units = amount.digits * 10n ** BigInt(decimals - amount.scale);
  return units > 0n ? units : null;
}

/** @example displayTokenAmount(4500000n, { symbol: "USDC", decimals: 6 }) // "4.50 USDC" */
export function displayTokenAmount(
  units: bigint,
  { symbol, decimals }: { symbol: string; decimals: number },
): string {
  return `${displayUnits(units, decimals)} ${symbol}`;
}
