"use client";

import { useRef, useState } from "react";
import type { WalletHost, WalletSigns } from "@/components/dashboard/account/wallet/choose-wallet";
import { WalletButton } from "@/components/dashboard/account/wallet/wallet-button";
import { projectWords } from "@/components/dashboard/messages/settings";
import { post } from "@/lib/browser/api";
import { callAsPerson, useAccountAction } from "@/lib/browser/dashboard/use-action";
import { ActionForm } from "../ui/form/action-form";
import { InputField } from "../ui/form/field";
import { useWalletCheck, WalletField } from "../ui/form/wallet-field";

/** Creates a project with its first payment link, and opens it. */
export function NewProjectForm({ host }: { host: WalletHost }) {
  const check = useWalletCheck(useAccountAction("createProject"));
  const signer = useRef("");
  const [connected, setConnected] = useState<{ address: string; proof: WalletSigns } | null>(null);
  return (
    <ActionForm
      state={check.state}
      toInput={(data) => {
        const settlementWallet = String(data.get("settlementWallet")).trim();
        const isConnected = connected?.address === settlementWallet;
        return {
          name: String(data.get("name")),
          settlementWallet,
          linkName: String(data.get("name")),
          ...(isConnected ? { walletProof: connected.proof } : {}),
        };
      }}
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
      <div className="flex flex-col gap-3">
        <WalletField
          key={connected?.address}
          check={check}
          name="settlementWallet"
          label={projectWords.wallet}
          hint={projectWords.walletHint}
          defaultValue={connected?.address}
        />
        <div className="flex flex-wrap items-center gap-3">
          <WalletButton
            label={projectWords.connect}
            className="button-compact button-secondary"
            title={projectWords.connect}
            description={projectWords.connectHint}
            host={host}
            ask={(wallet) => {
              signer.current = wallet.address;
              return callAsPerson("/api/dashboard/account/askWallet", post({ ...wallet, purpose: "settle" }));
            }}
            onSigned={async (proof) => {
              check.forget();
              setConnected({ address: signer.current, proof });
              return null;
            }}
          />
          <p role="status" className="caption empty:hidden">
            {connected !== null && projectWords.connected}
          </p>
        </div>
      </div>
    </ActionForm>
  );
}
