import { LoaderCircle } from "lucide-react";
import { fill } from "../fill";
import { ProgressSteps } from "../progress-steps";
import type { ScreenProps } from "../screen-props";
import { ScreenTitle } from "../screen-title";
import { TransactionLink } from "../transaction-link";

export function ConfirmingScreen({ view, t }: ScreenProps) {
  const { confirmations, paymentTxHash, network } = view;
  const required = confirmations?.required ?? null;
  return (
    <>
      <ProgressSteps current="seen" t={t} />
      <ScreenTitle>{t.confirmingTitle}</ScreenTitle>
      <p role="status" className="mt-2 flex items-center gap-2">
        <LoaderCircle className="size-5 animate-spin text-accent" aria-hidden="true" />
        {confirmations !== null && required !== null
          ? fill(t.confirmingCount, { seen: confirmations.seen, required })
          : fill(t.confirmingFinality, { network: network?.name ?? "" })}
      </p>
      <p className="mt-4 text-muted">{t.confirmingHint}</p>
      {paymentTxHash !== null && (
        <div className="mt-6">
          <p className="caption">{t.transaction}</p>
          <TransactionLink hash={paymentTxHash} blockExplorerUrl={network?.blockExplorerUrl ?? ""} t={t} />
        </div>
      )}
    </>
  );
}
