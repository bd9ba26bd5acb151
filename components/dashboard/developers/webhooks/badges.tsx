import { CircleCheck, CircleOff, CircleX, Clock, TriangleAlert } from "lucide-react";
import { webhookWords } from "@/components/dashboard/messages/webhooks";
import { Badge } from "@/components/dashboard/ui/badge";
import type { DeliveryStatus } from "@/lib/checkouts/state/events.rules";

const looks = {
  PENDING: { tone: "accent", icon: Clock },
  DELIVERED: { tone: "ok", icon: CircleCheck },
  FAILED: { tone: "bad", icon: CircleX },
} as const satisfies Record<DeliveryStatus, object>;

export function DeliveryBadge({ status }: { status: DeliveryStatus }) {
  return <Badge {...looks[status]}>{webhookWords.deliveries.statuses[status]}</Badge>;
}

export type EndpointHealth = {
  failingSince: Date | null;
  disabledAt: Date | null;
  disabledReason: string | null;
};

/** An endpoint's health in a word. */
export function HealthBadge({ failingSince, disabledAt }: EndpointHealth) {
  const { health } = webhookWords;
  if (disabledAt !== null) return <Badge icon={CircleOff}>{health.disabled}</Badge>;
  if (failingSince !== null)
    return (
      <Badge tone="warn" icon={TriangleAlert}>
        {health.failing}
      </Badge>
    );
  return (
    <Badge tone="ok" icon={CircleCheck}>
      {health.ok}
    </Badge>
  );
}
