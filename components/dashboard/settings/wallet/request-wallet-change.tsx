"use client";

import { useProjectAction } from "@/lib/browser/dashboard/use-action";
import { settingsWords } from "../../messages/settings";
import { DialogForm } from "../../ui/form/dialog-form";
import { useWalletCheck, WalletField } from "../../ui/form/wallet-field";

/** Asks for another settlement wallet. */
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
