"use client";

import { useProjectAction } from "@/lib/client/dashboard/use-action";
import { lateWords } from "../messages/late";
import { ConfirmAction } from "../ui/confirm-action";

export function AcceptLate({ projectId, checkoutId }: { projectId: string; checkoutId: string }) {
  const words = lateWords.accept;
  const state = useProjectAction(projectId, "acceptLatePayment");
  return (
    <ConfirmAction
      label={words.label}
      look="primary"
      title={words.title}
      description={words.text}
      confirm={words.confirm}
      state={state}
      input={{ checkoutId }}
    />
  );
}
