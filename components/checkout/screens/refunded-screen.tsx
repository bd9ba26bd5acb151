import { Undo2 } from "lucide-react";
import { fill } from "../fill";
import { Notice } from "../notice";
import { Receipt } from "../receipt";
import type { ScreenProps } from "../screen-props";

export function RefundedScreen({ view, t }: ScreenProps) {
  return (
    <Notice icon={<Undo2 className="size-6" />} title={t.refundedTitle}>
      <p>{fill(t.refundedHint, { merchant: view.merchantName })}</p>
      <Receipt view={view} t={t} />
    </Notice>
  );
}
