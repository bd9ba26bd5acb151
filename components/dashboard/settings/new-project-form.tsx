"use client";

import { projectWords } from "@/components/dashboard/messages/settings";
import { useAccountAction } from "@/lib/browser/dashboard/use-action";
import { ActionForm } from "../ui/form/action-form";
import { InputField } from "../ui/form/field";
import { useWalletCheck, WalletField } from "../ui/form/wallet-field";

/** Creates a project, and opens it. */
export function NewProjectForm() {
  const check = useWalletCheck(useAccountAction("createProject"));
  return (
    <ActionForm
      state={check.state}
      toInput={(data) => ({
        name: String(data.get("name")),
        settlementWallet: String(data.get("settlementWallet")).trim(),
      })}
      onDone={({ projectId }: { projectId: string }) => location.assign(`/dashboard/projects/${projectId}`)}
      submit={projectWords.create}
    >
      <InputField
        name="name"
        label={projectWords.name}
        hint={projectWords.nameHint}
        required
        maxLength={160}
        autoComplete="off"
      />
      <WalletField
        check={check}
        name="settlementWallet"
        label={projectWords.wallet}
        hint={projectWords.walletHint}
      />
    </ActionForm>
  );
}
