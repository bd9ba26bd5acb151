"use client";

import { useProjectAction } from "@/lib/browser/dashboard/use-action";
import { refundWords } from "../messages/refunds";
import { DialogForm } from "../ui/form/dialog-form";
import { HexField } from "../ui/form/typed-fields";

/** For whoever paid from a wallet that told the service nothing. */
export function HandInHash({ projectId, refundId }: { projectId: string; refundId: string }) {
  const words = refundWords.handIn;
  return (
    <div>
      <DialogForm
        opener={{ label: words.label, look: "link" }}
        state={useProjectAction(projectId, "handInRefundHash")}
        title={words.title}
        description={words.text}
        toInput={(data) => ({ refundId, txHash: `${data.get("txHash") ?? ""}`.trim() })}
        submit={words.confirm}
      >
        <HexField name="txHash" label={words.field} />
      </DialogForm>
    </div>
  );
}
