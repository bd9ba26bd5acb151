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
import type { CheckoutStatus } from "@/lib/checkouts/checkout.rules";
import { checkoutWords as words } from "../messages/checkouts";
import { Badge, type Tone } from "../ui/badge";

const looks: Readonly<Record<CheckoutStatus, { tone: Tone; icon: LucideIcon }>> = {
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
  const { tone, icon } = status === "LATE_PAID" && isLateAccepted ? looks.PAID : looks[status];
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
