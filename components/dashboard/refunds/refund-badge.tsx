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
import type { RefundStatus } from "@/lib/checkouts/refunds/refund.rules";
import { refundWords } from "../messages/refunds";
import { Badge, type Tone } from "../ui/badge";

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
