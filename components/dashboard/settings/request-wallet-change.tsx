"use client";

import { useState } from "react";
import { useProjectAction } from "@/lib/client/dashboard/use-action";
import { settingsWords } from "../messages/settings";
import { shellWords } from "../messages/shell";
import { ActionForm } from "../ui/action-form";
import { Dialog } from "../ui/dialog";
import { Field } from "../ui/field";

/** Asks for another settlement wallet. */
export function RequestWalletChange({ projectId }: { projectId: string }) {
  const state = useProjectAction(projectId, "requestWalletChange");
  const [open, setOpen] = useState(false);
  const show = () => {
    state.reset();
    setOpen(true);
  };
  return (
    <>
      <button type="button" onClick={show} className="button-compact button-secondary">
        {settingsWords.walletAsk}
      </button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={settingsWords.walletNew}
        description={settingsWords.walletHint}
      >
        <ActionForm
          state={state}
          toInput={(data) => ({ settlementWallet: String(data.get("settlementWallet")).trim() })}
          onDone={() => setOpen(false)}
          submit={settingsWords.walletAsked}
          beside={
            <button type="button" onClick={() => setOpen(false)} className="button-compact button-secondary">
              {shellWords.cancel}
            </button>
          }
        >
          <Field name="settlementWallet" label={settingsWords.walletNew} hint={settingsWords.walletNewHint}>
            {(control) => (
              <input
                {...control}
                type="text"
                required
                spellCheck={false}
                autoComplete="off"
                dir="ltr"
                placeholder="0x…"
                className="field-compact font-mono"
              />
            )}
          </Field>
        </ActionForm>
      </Dialog>
    </>
  );
}
