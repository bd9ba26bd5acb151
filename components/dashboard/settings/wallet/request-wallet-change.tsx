"use client";

import { useProjectAction } from "@/lib/client/dashboard/use-action";
import { settingsWords } from "../../messages/settings";
import { DialogForm } from "../../ui/form/dialog-form";
import { HexField } from "../../ui/form/typed-fields";

/** Asks for another settlement wallet. */
export function RequestWalletChange({ projectId }: { projectId: string }) {
  return (
    <DialogForm
      opener={{ label: settingsWords.walletAsk }}
      state={useProjectAction(projectId, "requestWalletChange")}
      title={settingsWords.walletNew}
      description={settingsWords.walletHint}
      toInput={(data) => ({ settlementWallet: String(data.get("settlementWallet")).trim() })}
      submit={settingsWords.walletAsked}
    >
      <HexField name="settlementWallet" label={settingsWords.walletNew} hint={settingsWords.walletNewHint} />
    </DialogForm>
  );
}
