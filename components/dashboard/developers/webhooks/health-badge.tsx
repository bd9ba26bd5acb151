import { CircleCheck, CircleOff, TriangleAlert } from "lucide-react";
import { webhookWords } from "../../messages/webhooks";
import { Badge } from "../../ui/badge";

export type EndpointHealth = {
  failingSince: Date | null;
  disabledAt: Date | null;
  disabledReason: string | null;
};

/** How an endpoint does, in a word. */
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
