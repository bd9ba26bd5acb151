"use client";

import { useState } from "react";
import { withChecksums } from "@/lib/platform/primitives.schema";
import { settingsWords } from "../messages/settings";
import { Field } from "../ui/form/field";
import { TokensField } from "../ui/form/typed-fields";
import { Notice } from "../ui/notice";
import { Choice, SettingsForm } from "./settings-form";

const modes = ["STRICT", "CONVENIENT"] as const;
type Mode = (typeof modes)[number];

type Props = {
  projectId: string;
  mayChange: boolean;
  refundMode: Mode;
  /** In whole tokens, such as "500.00". */
  dailyLimit: string;
  allowedWallets: readonly string[];
  /** What the service's refund wallet could send now, in words; empty for nothing. */
  exposed: readonly { amount: string; checkouts: number }[];
};

/** Who may refund, and where money may go: owners decide. */
export function RefundsForm(props: Props) {
  const { projectId, mayChange, refundMode, dailyLimit, allowedWallets, exposed } = props;
  const [mode, setMode] = useState<Mode>(refundMode);
  return (
    <SettingsForm
      projectId={projectId}
      action="changeGuardedSettings"
      mayChange={mayChange}
      toInput={(data) => ({
        refundMode: mode,
        refundDailyLimitUnits: String(data.get("refundDailyLimitUnits")),
        allowedWallets: String(data.get("allowedWallets"))
          .split(/[\s,]+/)
          .filter((wallet) => wallet !== ""),
      })}
    >
      <Choice
        legend={settingsWords.refunds}
        hint={settingsWords.refundsHint}
        name="refundMode"
        type="radio"
        options={modes.map((value) => ({ value, ...settingsWords.refundModes[value] }))}
        chosen={[refundMode]}
        onChoose={(value) => setMode(value as Mode)}
      />
      {(mode === "CONVENIENT" || exposed.length > 0) && (
        <Notice kind="warn">
          <p>{settingsWords.convenientWarning}</p>
          <p className="mt-2 font-medium">{settingsWords.exposed}</p>
          {exposed.length === 0 ? (
            <p>{settingsWords.exposedNone}</p>
          ) : (
            <ul className="tabular-nums">
              {exposed.map(({ amount, checkouts }) => (
                <li key={amount}>
                  {amount} · {settingsWords.exposedCount(checkouts)}
                </li>
              ))}
            </ul>
          )}
        </Notice>
      )}
      <TokensField
        name="refundDailyLimitUnits"
        label={settingsWords.limit}
        hint={settingsWords.limitHint}
        value={dailyLimit}
      />
      <Field name="allowedWallets" label={settingsWords.wallets} hint={settingsWords.walletsHint}>
        {(control) => (
          <textarea
            {...control}
            rows={Math.max(2, allowedWallets.length)}
            spellCheck={false}
            autoComplete="off"
            dir="ltr"
            defaultValue={withChecksums(allowedWallets.join("\n"))}
            className="field-compact h-auto py-2 font-mono"
          />
        )}
      </Field>
    </SettingsForm>
  );
}
