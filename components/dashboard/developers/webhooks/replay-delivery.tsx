"use client";

import { RotateCw } from "lucide-react";
import { useState } from "react";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";
import { webhookWords } from "../../messages/webhooks";

const words = webhookWords.delivery;

/** Sends one delivery again, and says what became of the wish. */
export function ReplayDelivery({ projectId, deliveryId }: { projectId: string; deliveryId: string }) {
  const { act, pending, error } = useProjectAction(projectId, "replayDelivery");
  const [outcome, setOutcome] = useState<string | null>(null);
  const replay = async () => {
    setOutcome(null);
    const result = await act({ deliveryId });
    if (result !== null) setOutcome(result.replayed > 0 ? words.replayed : words.inHand);
  };
  return (
    <>
      {/* Empty it leaves no gap, and is there to be heard. */}
      <p role="status" className="caption empty:-ms-2">
        {error?.message ?? outcome}
      </p>
      <button
        type="button"
        disabled={pending}
        onClick={() => void replay()}
        className="button-compact button-primary"
      >
        <RotateCw className="size-4" aria-hidden="true" />
        {words.replay}
      </button>
    </>
  );
}
