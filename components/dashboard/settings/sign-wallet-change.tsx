"use client";

import { lazy, Suspense, useState } from "react";
import { useProjectAction } from "@/lib/client/dashboard/use-action";
import type { WalletHost } from "../account/choose-wallet";
import { settingsWords } from "../messages/settings";
import { shellWords } from "../messages/shell";
import { ActionForm } from "../ui/action-form";
import { Code } from "../ui/code";
import { Dialog } from "../ui/dialog";
import { Field } from "../ui/field";

// Wallets are looked for when somebody asks for them.
const ChooseWallet = lazy(() => import("../account/choose-wallet"));

type Props = {
  projectId: string;
  changeId: string;
  /** The one in use: it must sign. */
  wallet: string;
  message: string;
  host: WalletHost;
};

/** Lets the wallet in use sign, here or elsewhere, for the change to take effect at once. */
export function SignWalletChange({ projectId, changeId, wallet, message, host }: Props) {
  const state = useProjectAction(projectId, "signWalletChange");
  const [open, setOpen] = useState(false);
  const show = () => {
    state.reset();
    setOpen(true);
  };

  const ask = async ({ address }: { address: string }) =>
    address === wallet
      ? ({ ok: true, data: { message } } as const)
      : ({
          ok: false,
          error: { code: "OTHER_WALLET", message: settingsWords.signOther(wallet), retryAfterMs: 0 },
        } as const);
  const handIn = async ({ signature }: { signature: string }) => {
    if ((await state.act({ changeId, signature: signature as `0x${string}` })) !== null) setOpen(false);
    return null;
  };

  return (
    <>
      <button type="button" onClick={show} className="button-compact button-secondary">
        {settingsWords.sign}
      </button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={settingsWords.signTitle}
        description={settingsWords.signText}
      >
        <div>
          <p className="mb-1 font-medium text-sm">{settingsWords.signWith}</p>
          <Suspense fallback={null}>
            <ChooseWallet host={host} ask={ask} onSigned={handIn} />
          </Suspense>
        </div>
        <div>
          <p className="mb-1 font-medium text-sm">{settingsWords.signMessage}</p>
          <Code what={settingsWords.signMessage.toLowerCase()}>{message}</Code>
        </div>
        <ActionForm
          state={state}
          toInput={(data) => ({ changeId, signature: String(data.get("signature")).trim() })}
          onDone={() => setOpen(false)}
          submit={settingsWords.signConfirm}
          beside={
            <button type="button" onClick={() => setOpen(false)} className="button-compact button-secondary">
              {shellWords.cancel}
            </button>
          }
        >
          <Field name="signature" label={settingsWords.signature}>
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
