import { TriangleAlert } from "lucide-react";
import { fill } from "@/components/checkout/text/fill";
import type { SentEnd } from "@/lib/browser/checkout-memory";
import type { LiveMessages } from "../messages/catalogue";
import { TransactionLink } from "../transaction-link";

type Props = { end: SentEnd; txHash: string; network: string; blockExplorerUrl: string; t: LiveMessages };

/** Above the ways to pay again: what happened to the previous payment, so that no one pays twice. */
export function SentNotice({ end, txHash, network, blockExplorerUrl, t }: Props) {
  return (
    <div role="alert" className="mt-6 rounded-xl bg-warn-soft px-4 py-3 text-warn">
      <p className="flex gap-3">
        <TriangleAlert className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
        {fill(endText(end, t), { network })}
      </p>
      <p className="mt-1">
        <TransactionLink hash={txHash} blockExplorerUrl={blockExplorerUrl} t={t} />
      </p>
    </div>
  );
}

function endText(end: SentEnd, t: LiveMessages): string {
  switch (end) {
    case "cancelled":
      return t.sentCancelled;
    case "reverted":
      return t.sentReverted;
    case "doubtful":
      return t.sentDoubtful;
    default:
      return end satisfies never;
  }
}
