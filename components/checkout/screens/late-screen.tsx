import { Clock } from "lucide-react";
import { shownAmount } from "../amounts";
import { fill } from "../fill";
import { Notice } from "../notice";
import type { ScreenProps } from "../screen-props";
import { TransactionLink } from "../transaction-link";

export function LateScreen({ view, t }: ScreenProps) {
  return (
    <Notice icon={<Clock className="size-6" />} title={t.lateTitle}>
      <p>
        {fill(t.lateHint, {
          received: shownAmount(view.totalPaid, view.token, t),
          token: view.token?.symbol ?? "",
          merchant: view.merchantName,
        })}
      </p>
      {view.paymentTxHash !== null && (
        <div>
          <p className="caption">{t.transaction}</p>
          <TransactionLink
            hash={view.paymentTxHash}
            blockExplorerUrl={view.network?.blockExplorerUrl ?? ""}
            t={t}
          />
        </div>
      )}
    </Notice>
  );
}
