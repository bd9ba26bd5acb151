"use client";

import { useState } from "react";
import { useProjectAction } from "@/lib/client/dashboard/use-action";
import { refundWords } from "../messages/refunds";
import { ActionForm } from "../ui/action-form";
import { Dialog } from "../ui/dialog";
import { Field } from "../ui/field";

/** For whoever paid from a wallet that told the service nothing. */
export function HandInHash({ projectId, refundId }: { projectId: string; refundId: string }) {
  const words = refundWords.handIn;
  const [open, setOpen] = useState(false);
  const state = useProjectAction(projectId, "handInRefundHash");
  return (
    <div>
      <button type="button" onClick={() => setOpen(true)} className="text-link text-sm">
        {words.label}
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={words.title} description={words.text}>
        <ActionForm
          state={state}
          submit={words.confirm}
          toInput={(data) => ({ refundId, txHash: `${data.get("txHash") ?? ""}`.trim() })}
          onDone={() => setOpen(false)}
        >
          <Field name="txHash" label={words.field}>
            {(control) => (
              <input
                {...control}
                className="field-compact font-mono"
                dir="ltr"
                required
                placeholder="0x…"
                maxLength={80}
                spellCheck={false}
                autoComplete="off"
              />
            )}
          </Field>
        </ActionForm>
      </Dialog>
    </div>
  );
}
