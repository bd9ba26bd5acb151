import { CircleSlash } from "lucide-react";
import { shownAmount } from "../amounts";
import { BackToShop } from "../back-to-shop";
import { fill } from "../fill";
import { Notice } from "../notice";
import type { ScreenProps } from "../screen-props";

export function CancelledScreen({ view, t }: ScreenProps) {
  return (
    <Notice icon={<CircleSlash className="size-6" />} title={t.cancelledTitle}>
      <p>{t.cancelledHint}</p>
      {view.totalPaid !== "0" && (
        <p>
          {fill(t.cancelledPart, {
            received: shownAmount(view.totalPaid, view.token, t),
            token: view.token?.symbol ?? "",
            merchant: view.merchantName,
          })}
        </p>
      )}
      <BackToShop view={view} t={t} />
    </Notice>
  );
}
