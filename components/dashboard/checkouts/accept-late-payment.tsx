import { detailWords as words } from "../messages/checkout-detail";
import { ConfirmProjectAction } from "../ui/form/dialog";

/** Accepts a payment after the deadline as if it had been in time. */
export function AcceptLatePayment({ projectId, checkoutId }: { projectId: string; checkoutId: string }) {
  return (
    <ConfirmProjectAction
      projectId={projectId}
      action="acceptLatePayment"
      input={{ checkoutId }}
      label={words.accept}
      look="primary"
      title={words.acceptTitle}
      description={words.acceptHint}
      confirm={words.acceptConfirm}
    />
  );
}
