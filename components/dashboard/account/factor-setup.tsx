"use client";

import { QrCode } from "@/components/checkout/pay/qr-code";
import { useAccountAction } from "@/lib/browser/dashboard/use-action";
import { accountWords } from "../messages/account";
import { CopyButton } from "../ui/copy-button";
import { ActionForm } from "../ui/form/action-form";
import { InputField } from "../ui/form/field";

type Props = { secret: string; uri: string; onDone: (made: { recoveryCodes: string[] }) => void };

/** Shows the secret for an app, and asks for its first code. */
export default function FactorSetup({ secret, uri, onDone }: Props) {
  const words = accountWords.factor;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted text-sm">{words.scan}</p>
      <div className="mx-auto w-52">
        <QrCode content={uri} label={words.qr} />
      </div>
      <div>
        <p className="caption">{words.secret}</p>
        <p className="flex items-center gap-2">
          <code dir="ltr" className="wrap-anywhere font-mono text-sm">
            {(secret.match(/.{1,4}/g) ?? []).join(" ")}
          </code>
          <CopyButton value={secret} what={words.secretName} />
        </p>
      </div>
      <ActionForm
        state={useAccountAction("confirmSecondFactor")}
        toInput={(data) => ({ code: data.get("code") })}
        onDone={onDone}
        submit={words.confirm}
      >
        <InputField
          name="code"
          label={words.code}
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          className="field-compact tabular-nums"
        />
      </ActionForm>
    </div>
  );
}
