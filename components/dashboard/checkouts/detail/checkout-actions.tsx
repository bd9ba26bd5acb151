"use client";

import { detailWords as words } from "@/components/dashboard/messages/checkout-detail";
import { ConfirmAction } from "@/components/dashboard/ui/form/dialog";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";

type Props = { projectId: string; checkoutId: string };

export function CancelCheckout({ projectId, checkoutId }: Props) {
  const state = useProjectAction(projectId, "cancelCheckout");
  return (
    <ConfirmAction
      label={words.cancel}
      look="danger"
      title={words.cancelTitle}
      description={words.cancelHint}
      confirm={words.cancelConfirm}
      state={state}
      input={{ checkoutId }}
    />
  );
}

export function DismissExcess({ projectId, checkoutId }: Props) {
  const state = useProjectAction(projectId, "dismissExcess");
  return (
    <ConfirmAction
      label={words.dismissExcess}
      title={words.dismissExcessTitle}
      description={words.dismissExcessHint}
      confirm={words.dismissExcess}
      state={state}
      input={{ checkoutId }}
    />
  );
}

export function AcceptLatePayment({ projectId, checkoutId }: Props) {
  const state = useProjectAction(projectId, "acceptLatePayment");
  return (
    <ConfirmAction
      label={words.accept}
      look="primary"
      title={words.acceptTitle}
      description={words.acceptHint}
      confirm={words.acceptConfirm}
      state={state}
      input={{ checkoutId }}
    />
  );
}

type ResendWebhookProps = { projectId: string; deliveryId: string; title: string };

/** Sends an event to its endpoint once more. */
export function ResendWebhook({ projectId, deliveryId, title }: ResendWebhookProps) {
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
