"use client";

import { lazy, Suspense } from "react";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";
import type { WalletHost } from "../../account/wallet/choose-wallet";
import { settingsWords } from "../../messages/settings";
import { Code } from "../../ui/code";
import { DialogForm } from "../../ui/form/dialog-form";
import { HexField } from "../../ui/form/typed-fields";

// Wallets are looked for when somebody asks for them.
const ChooseWallet = lazy(() => import("../../account/wallet/choose-wallet"));

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
  const ask = async ({ address }: { address: string }) =>
    address === wallet
      ? ({ ok: true, data: { message } } as const)
      : ({
          ok: false,
          error: { code: "OTHER_WALLET", message: settingsWords.signOther(wallet), retryAfterMs: 0 },
        } as const);
  return (
    <DialogForm
      opener={{ label: settingsWords.sign }}
      state={state}
      title={settingsWords.signTitle}
      description={settingsWords.signText}
      above={(close) => (
        <>
          <div>
            <p className="mb-1 font-medium text-sm">{settingsWords.signWith}</p>
            <Suspense fallback={null}>
              <ChooseWallet
                host={host}
                ask={ask}
                onSigned={async ({ signature }: { signature: string }) => {
                  if ((await state.act({ changeId, signature: signature as `0x${string}` })) !== null)
                    close();
                  return null;
                }}
              />
            </Suspense>
          </div>
          <div>
            <p className="mb-1 font-medium text-sm">{settingsWords.signMessage}</p>
            <Code what={settingsWords.signMessage.toLowerCase()}>{message}</Code>
          </div>
        </>
      )}
      toInput={(data) => ({ changeId, signature: String(data.get("signature")).trim() })}
      submit={settingsWords.signConfirm}
    >
      <HexField name="signature" label={settingsWords.signature} />
    </DialogForm>
  );
}
