import { CircleCheck, CircleX, Clock } from "lucide-react";
import type { DeliveryStatus } from "@/lib/checkouts/events.rules";
import { webhookWords } from "../../messages/webhooks";
import { Badge } from "../../ui/badge";

const looks = {
  PENDING: { tone: "accent", icon: Clock },
  DELIVERED: { tone: "ok", icon: CircleCheck },
  FAILED: { tone: "bad", icon: CircleX },
} as const satisfies Record<DeliveryStatus, object>;

export function DeliveryBadge({ status }: { status: DeliveryStatus }) {
  return <Badge {...looks[status]}>{webhookWords.deliveries.statuses[status]}</Badge>;
}
