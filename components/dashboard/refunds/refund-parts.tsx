import {
  CircleAlert,
  CircleCheck,
  CircleX,
  Clock,
  Hourglass,
  type LucideIcon,
  ShieldQuestion,
} from "lucide-react";
import { refundState, refundWords } from "@/components/dashboard/messages/refunds";
import { displayUnits } from "@/components/dashboard/money/display-units";
import { Badge, type Tone } from "@/components/dashboard/ui/card";
import { SecretOnce } from "@/components/dashboard/ui/copy-button";
import { type RefundProgress, refundProgress } from "@/lib/checkouts/refund-progress.rules";
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

const looks: Readonly<Record<RefundProgress["step"], { tone: Tone; icon: LucideIcon }>> = {
  requested: { tone: "warn", icon: ShieldQuestion },
  agreed: { tone: "neutral", icon: Hourglass },
  sent: { tone: "accent", icon: Clock },
  arrived: { tone: "ok", icon: CircleCheck },
  failed: { tone: "bad", icon: CircleAlert },
  cancelled: { tone: "neutral", icon: CircleX },
};

/** A refund's step in a word. */
export function RefundBadge({ refund }: { refund: Parameters<typeof refundProgress>[0] }) {
  return <Badge {...looks[refundProgress(refund).step]}>{refundState(refund).word}</Badge>;
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
