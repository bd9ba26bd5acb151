"use client";

import { useProjectAction } from "@/lib/browser/dashboard/use-action";
import { settingsWords } from "../../messages/settings";
import { ConfirmAction } from "../../ui/form/confirm-action";

/** Keeps the wallet in use. */
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
