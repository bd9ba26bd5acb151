"use client";

import { useProjectAction } from "@/lib/browser/dashboard/use-action";
import { detailWords as words } from "../../messages/checkout-detail";
import { ConfirmAction } from "../../ui/form/confirm-action";

type Props = { projectId: string; deliveryId: string; title: string };

/** Sends an event to its endpoint once more. */
export function ResendWebhook({ projectId, deliveryId, title }: Props) {
  const state = useProjectAction(projectId, "replayDelivery");
  return (
    <ConfirmAction
      label={words.resend}
      ariaLabel={`${words.resend}: ${title}`}
      look="quiet"
      title={words.resendTitle}
      description={words.resendHint}
      confirm={words.resendConfirm}
      state={state}
      input={{ deliveryId }}
    />
  );
}
