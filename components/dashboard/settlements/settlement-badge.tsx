import { CircleAlert, CircleCheck, Clock, type LucideIcon } from "lucide-react";
import type { SettlementStatus } from "@/lib/settlement/settlement-views.rules";
import { settlementWords } from "../messages/settlements";
import { Badge, type Tone } from "../ui/badge";

const looks: Readonly<Record<SettlementStatus, { tone: Tone; icon: LucideIcon }>> = {
  PENDING: { tone: "accent", icon: Clock },
  COMPLETED: { tone: "ok", icon: CircleCheck },
  FAILED: { tone: "bad", icon: CircleAlert },
};

/** A settlement's status in a word. */
export function SettlementBadge({ status }: { status: SettlementStatus }) {
  return <Badge {...looks[status]}>{settlementWords.statuses[status]}</Badge>;
}
