"use client";

import { lazy, Suspense } from "react";
import type { WalletHost } from "@/components/dashboard/account/wallet/choose-wallet";
import { settingsWords } from "@/components/dashboard/messages/settings";
import { ConfirmAction } from "@/components/dashboard/ui/form/confirm-action";
import { DialogForm } from "@/components/dashboard/ui/form/dialog";
import { HexField } from "@/components/dashboard/ui/form/typed-fields";
import { useWalletCheck, WalletField } from "@/components/dashboard/ui/form/wallet-field";
import { Code } from "@/components/dashboard/ui/hex";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";

/** Keeps the present wallet. */
export function CancelWalletChange({ projectId, changeId }: { projectId: string; changeId: string }) {
  const state = useProjectAction(projectId, "cancelWalletChange");
  return (
    <ConfirmAction
      label={settingsWords.waitingCancel}
      look="danger"
      title={settingsWords.waitingCancelTitle}
      description={settingsWords.waitingCancelText}
      confirm={settingsWords.waitingCancel}
      state={state}
      input={{ changeId }}
    />
  );
}

/** Requests another settlement wallet. */
export function RequestWalletChange({ projectId }: { projectId: string }) {
  const check = useWalletCheck(useProjectAction(projectId, "requestWalletChange"));
  return (
    <DialogForm
      opener={{ label: settingsWords.walletAsk }}
      state={check.state}
      title={settingsWords.walletNew}
      description={settingsWords.walletHint}
      toInput={(data) => ({ settlementWallet: String(data.get("settlementWallet")).trim() })}
      submit={settingsWords.walletAsked}
    >
      <WalletField
        check={check}
        name="settlementWallet"
        label={settingsWords.walletNew}
        hint={settingsWords.walletNewHint}
      />
    </DialogForm>
  );
}

// Wallet code is loaded on demand.
const ChooseWallet = lazy(() => import("@/components/dashboard/account/wallet/choose-wallet"));

type Props = {
  projectId: string;
  changeId: string;
  /** The present one, which must sign. */
  wallet: string;
  message: string;
  host: WalletHost;
};

/** The present wallet signs, here or elsewhere, to apply the change at once. */
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
