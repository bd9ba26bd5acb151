"use client";

import { fill } from "@/lib/platform/i18n/message.rules";
import { mostHoldHours, type SettlementPolicy } from "@/lib/projects/settings/settlement-policy.rules";
import { settingsWords } from "../messages/settings";
import { InputField, SelectField } from "../ui/form/field";
import { Choice, SettingsForm } from "./settings-form";

const policies = ["BATCHED", "IMMEDIATE", "MANUAL"] as const satisfies readonly SettlementPolicy[];

type Props = {
  projectId: string;
  mayChange: boolean;
  networks: readonly { chainId: number; name: string }[];
  settlementPolicy: SettlementPolicy;
  holdHours: number;
  settlementRules: readonly { chainId: number; policy: SettlementPolicy }[];
};

/** When money moves to the wallet, and exceptions by network. */
export function SettlementForm(props: Props) {
  const { projectId, mayChange, networks, settlementPolicy, holdHours, settlementRules } = props;
  return (
    <SettingsForm
      projectId={projectId}
      action="changeSettings"
      mayChange={mayChange}
      toInput={(data) => ({
        settlementPolicy: data.get("settlementPolicy"),
        settlementHoldHours: Number(data.get("settlementHoldHours")),
        settlementRules: networks.flatMap(({ chainId }) => {
          const policy = data.get(`rule-${chainId}`);
          return policy === "" ? [] : [{ chainId, policy }];
        }),
      })}
    >
      <Choice
        legend={settingsWords.settlement}
        isTitled
        hint={settingsWords.settlementHint}
        name="settlementPolicy"
        type="radio"
        options={policies.map((value) => ({ value, ...settingsWords.policies[value] }))}
        chosen={[settlementPolicy]}
      />
      <InputField
        name="settlementHoldHours"
        label={settingsWords.hold}
        hint={settingsWords.holdHint}
        type="number"
        min={0}
        max={mostHoldHours}
        step={1}
        required
        defaultValue={holdHours}
        className="field-compact max-w-48"
      />
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {networks.map(({ chainId, name }) => (
          <SelectField
            key={chainId}
            name={`rule-${chainId}`}
            label={fill(settingsWords.rule, { chain: name })}
            defaultValue={settlementRules.find((rule) => rule.chainId === chainId)?.policy ?? ""}
          >
            <option value="">{settingsWords.ruleSame}</option>
            {policies.map((policy) => (
              <option key={policy} value={policy}>
                {settingsWords.policies[policy].label}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
    </SettingsForm>
  );
}
