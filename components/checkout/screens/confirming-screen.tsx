import { shownAmount } from "../amounts";
import { fill } from "../fill";
import { NetworkLine } from "../network-line";
import { ProgressSteps } from "../progress-steps";
import type { ScreenProps } from "../screen-props";
import { ScreenTitle } from "../screen-title";
import { TransactionLink } from "../transaction-link";

/** @param props.isLate it completed the amount after the deadline, or after the shop cancelled */
export function ConfirmingScreen({ view, t, isLate = false }: ScreenProps & { isLate?: boolean }) {
  const { confirmations, paymentTxHash, network, chainId, token } = view;
  const required = confirmations?.required ?? null;
  const values = {
    amount: shownAmount(view.totalPaid, token, t),
    token: token?.symbol ?? "",
    network: network?.name ?? "",
  };
  const lateHint = fill(view.status === "CANCELLED" ? t.lateConfirmingCancelled : t.lateConfirming, {
    received: values.amount,
    token: values.token,
    merchant: view.merchantName,
  });
  return (
    <>
      {!isLate && <ProgressSteps current="seen" t={t} />}
      <ScreenTitle>{isLate ? t.lateTitle : t.confirmingTitle}</ScreenTitle>
      {chainId !== null && <NetworkLine chainId={chainId}>{fill(t.approximately, values)}</NetworkLine>}
      <div className="mt-6 rounded-2xl bg-well p-5">
        {confirmations !== null && required !== null && (
          <Confirmations seen={confirmations.seen} required={required} />
        )}
        <p role="status" className="font-semibold">
          {confirmations !== null && required !== null
            ? fill(t.confirmingCount, { seen: confirmations.seen, required })
            : fill(t.confirmingFinality, values)}
        </p>
        <p className="mt-1 text-pretty text-muted">{isLate ? lateHint : t.confirmingHint}</p>
      </div>
      {paymentTxHash !== null && (
        <div className="mt-6">
          <p className="caption">{t.transaction}</p>
          <TransactionLink hash={paymentTxHash} blockExplorerUrl={network?.blockExplorerUrl ?? ""} t={t} />
        </div>
      )}
    </>
  );
}

/** The count as a bar, for the eye: its words stand below. */
function Confirmations({ seen, required }: { seen: number; required: number }) {
  return (
    <svg
      viewBox={`0 0 ${required} 1`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="mb-3 h-1 w-full rounded-full bg-line-strong/40"
    >
      <rect width={Math.min(seen, required)} height="1" className="fill-accent" />
    </svg>
  );
}
