import { CircleCheck, CircleOff, CircleX, Clock, TriangleAlert } from "lucide-react";
import { webhookWords } from "@/components/dashboard/messages/webhooks";
import { durationText } from "@/components/dashboard/overview/figure-text";
import { Badge } from "@/components/dashboard/ui/card";
import { fill } from "@/lib/platform/i18n/message.rules";
import type { DeliveryStatus } from "@/lib/webhooks/delivery.rules";

const looks = {
  PENDING: { tone: "accent", icon: Clock },
  DELIVERED: { tone: "ok", icon: CircleCheck },
  FAILED: { tone: "bad", icon: CircleX },
} as const satisfies Record<DeliveryStatus, object>;

type DeliveryProps = { status: DeliveryStatus; attemptCount?: number; nextAttemptAt?: Date; now?: Date };

/** A delivery's status in a word; one that failed so far says when it is tried again. */
export function DeliveryBadge({ status, attemptCount = 0, nextAttemptAt, now }: DeliveryProps) {
  const words = webhookWords.deliveries;
  const isRetried =
    status === "PENDING" && attemptCount > 0 && nextAttemptAt !== undefined && now !== undefined;
  return (
    <Badge {...looks[status]}>
      {isRetried ? retryText(nextAttemptAt.getTime() - now.getTime()) : words.statuses[status]}
    </Badge>
  );
}

function retryText(leftMs: number): string {
  const words = webhookWords.deliveries;
  return leftMs > 0 ? fill(words.retrying, { time: durationText(leftMs) }) : words.retryingNow;
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
