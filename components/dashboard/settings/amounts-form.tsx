"use client";

import type { ConfirmationSpeed } from "@/lib/chain/confirmation-policy.rules";
import { confirmationSpeeds } from "@/lib/chain/confirmation-policy.rules";
import { settingsWords } from "../messages/settings";
import { Field } from "../ui/form/field";
import { TokensField } from "../ui/form/typed-fields";
import { Choice, SettingsForm } from "./settings-form";

/** The tolerance is stored in hundredths of a percent. */
const bpsPerPercent = 100;
const latePolicies = ["HOLD", "ACCEPT", "REFUND"] as const;

type Props = {
  projectId: string;
  mayChange: boolean;
  toleranceBps: number;
  /** In whole tokens, such as "2.50". */
  minimum: string;
  confirmationSpeed: ConfirmationSpeed;
  latePaymentPolicy: (typeof latePolicies)[number];
};

/** What counts as paid, and when. */
export function AmountsForm(props: Props) {
  const { projectId, mayChange, toleranceBps, minimum, confirmationSpeed, latePaymentPolicy } = props;
  return (
    <SettingsForm
      projectId={projectId}
      action="changeSettings"
      mayChange={mayChange}
      toInput={(data) => ({
        toleranceBps: Math.round(Number(data.get("toleranceBps")) * bpsPerPercent),
        minimumUnits: String(data.get("minimumUnits")),
        confirmationSpeed: data.get("confirmationSpeed"),
        latePaymentPolicy: data.get("latePaymentPolicy"),
      })}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field name="toleranceBps" label={settingsWords.tolerance} hint={settingsWords.toleranceHint}>
          {(control) => (
            <input
              {...control}
              type="number"
              min={0}
              step={1 / bpsPerPercent}
              required
              defaultValue={toleranceBps / bpsPerPercent}
              className="field-compact tabular-nums"
            />
          )}
        </Field>
        <TokensField
          name="minimumUnits"
          label={settingsWords.minimum}
          hint={settingsWords.minimumHint}
          value={minimum}
        />
      </div>
      <Choice
        legend={settingsWords.speed}
        hint={settingsWords.speedHint}
        name="confirmationSpeed"
        type="radio"
        options={confirmationSpeeds.map((value) => ({ value, ...settingsWords.speeds[value] }))}
        chosen={[confirmationSpeed]}
      />
      <Choice
        legend={settingsWords.late}
        hint={settingsWords.lateHint}
        name="latePaymentPolicy"
        type="radio"
        options={latePolicies.map((value) => ({ value, ...settingsWords.latePolicies[value] }))}
        chosen={[latePaymentPolicy]}
      />
    </SettingsForm>
  );
}
