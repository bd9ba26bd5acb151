"use client";

import { useRef } from "react";
import { grouped, listOf } from "@/components/dashboard/messages/text";
import { type ConfirmationSpeed, confirmationSpeeds } from "@/lib/chain/confirmation-policy.rules";
import { type ProjectMailKind, projectMailKinds } from "@/lib/letters/mail-kinds.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import { type ApiKeyUse, apiKeyUses } from "@/lib/projects/keys/api-key.rules";
import { mostHoldHours, type SettlementPolicy } from "@/lib/projects/settings/settlement-policy.rules";
import { settingsWords as words } from "../messages/settings";
import { InputField, SelectField, TokensField } from "../ui/form/field";
import { Notice } from "../ui/notice";
import { Choice, SettingRow, SettingsForm } from "./settings-form";

/** The tolerance is stored in hundredths of a percent. */
const bpsPerPercent = 100;
const latePolicies = ["HOLD", "ACCEPT", "REFUND"] as const;
const policies = ["BATCHED", "IMMEDIATE", "MANUAL"] as const satisfies readonly SettlementPolicy[];

type Stored = {
  toleranceBps: number;
  /** In whole tokens, such as "2.50". */
  minimumUnits: string;
  confirmationSpeed: ConfirmationSpeed;
  latePaymentPolicy: (typeof latePolicies)[number];
  lateAcceptBps: number | null;
  anyTokenPays: boolean;
  requoteExpired: boolean;
  x402Enabled: boolean;
  settlementPolicy: SettlementPolicy;
  settlementHoldHours: number;
  settlementRules: readonly { chainId: number; policy: SettlementPolicy }[];
  /** Empty for each reader's own. */
  timeZone: string;
  mailKinds: readonly ProjectMailKind[];
  apiKeyUse: ApiKeyUse;
  apiKeyCreatesCheckouts: boolean;
};

type Props = {
  projectId: string;
  mayChange: boolean;
  networks: readonly { chainId: number; name: string }[];
  zones: readonly string[];
  /** Whether the operator has set up e-mail. */
  sendsMail: boolean;
  serverRequestsPerMinute: number;
  stored: Stored;
};

/** In basis points; null when nothing was entered. */
function percentOf(typed: FormDataEntryValue | null): number | null {
  return typeof typed !== "string" || typed.trim() === "" ? null : Math.round(Number(typed) * bpsPerPercent);
}

/** The rules of networks that are offered, in the order in which the form has them. */
const offeredRules = (rules: Stored["settlementRules"], networks: Props["networks"]) =>
  networks.flatMap(({ chainId }) => rules.filter((rule) => rule.chainId === chainId));

/**
 * Only the changed fields, so that changes of another admin are kept.
 *
 * @param initial what the fields began with: a browser keeps it when the page is read again
 */
export function changesOf(data: FormData, initial: Stored, networks: Props["networks"]): Partial<Stored> {
  const isYes = (name: string) => data.get(name) === "yes";
  const before = { ...initial, settlementRules: offeredRules(initial.settlementRules, networks) };
  const typed: Record<keyof Stored, unknown> = {
    toleranceBps: percentOf(data.get("toleranceBps")) ?? 0,
    minimumUnits: String(data.get("minimumUnits")),
    confirmationSpeed: data.get("confirmationSpeed"),
    latePaymentPolicy: data.get("latePaymentPolicy"),
    lateAcceptBps: percentOf(data.get("lateAcceptBps")),
    anyTokenPays: isYes("anyTokenPays"),
    requoteExpired: isYes("requoteExpired"),
    x402Enabled: isYes("x402Enabled"),
    settlementPolicy: data.get("settlementPolicy"),
    settlementHoldHours: Number(data.get("settlementHoldHours")),
    settlementRules: networks.flatMap(({ chainId }) => {
      const policy = data.get(`rule-${chainId}`);
      return policy === "" ? [] : [{ chainId, policy }];
    }),
    timeZone: String(data.get("timeZone")),
    mailKinds: data.getAll("mailKinds"),
    apiKeyUse: data.get("apiKeyUse"),
    apiKeyCreatesCheckouts: isYes("apiKeyCreatesCheckouts"),
  };
  return Object.fromEntries(
    Object.entries(typed).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Stored]),
    ),
  );
}

/** All that a shop seldom changes: each with its present value in words, and its fields on demand. */
export function AdvancedForm(props: Props) {
  const { projectId, mayChange, networks, zones, sendsMail, serverRequestsPerMinute, stored } = props;
  const initial = useRef(stored);
  const sent = useRef<Partial<Stored>>({});
  const percent = (bps: number) => `${bps / bpsPerPercent}%`;
  const amountsValue = [
    stored.toleranceBps === 0
      ? words.exactValue
      : fill(words.toleranceValue, { tolerance: percent(stored.toleranceBps) }),
    ...(Number(stored.minimumUnits) === 0
      ? []
      : [fill(words.minimumValue, { minimum: stored.minimumUnits })]),
  ].join(", ");
  const lateValue = [
    words.latePolicies[stored.latePaymentPolicy].value,
    ...(stored.lateAcceptBps === null || stored.latePaymentPolicy !== "HOLD"
      ? []
      : [fill(words.lateRuleValue, { percent: percent(stored.lateAcceptBps) })]),
  ].join(", ");
  const payoutValue = [
    words.policies[stored.settlementPolicy].label,
    ...(stored.settlementHoldHours === 0
      ? []
      : [fill(words.holdValue, { hours: stored.settlementHoldHours })]),
    ...stored.settlementRules.flatMap(({ chainId, policy }) => {
      const network = networks.find((each) => each.chainId === chainId);
      return network === undefined ? [] : [`${network.name}: ${words.policies[policy].label}`];
    }),
  ].join(", ");
  return (
    <SettingsForm
      projectId={projectId}
      action="changeSettings"
      mayChange={mayChange}
      toInput={(data) => {
        sent.current = changesOf(data, initial.current, networks);
        return sent.current;
      }}
      onSaved={() => {
        initial.current = { ...initial.current, ...sent.current };
      }}
    >
      <div className="divide-y divide-line">
        <SettingRow name={words.pricing} value={amountsValue}>
          <div className="grid gap-5 sm:grid-cols-2">
            <InputField
              name="toleranceBps"
              label={words.tolerance}
              hint={words.toleranceHint}
              type="number"
              min={0}
              step={1 / bpsPerPercent}
              required
              defaultValue={stored.toleranceBps / bpsPerPercent}
              className="field-compact tabular-nums"
            />
            <TokensField
              name="minimumUnits"
              label={words.minimum}
              hint={words.minimumHint}
              value={stored.minimumUnits}
            />
          </div>
        </SettingRow>
        <SettingRow name={words.late} value={lateValue}>
          <Choice
            legend={words.late}
            isTitled
            hint={words.lateHint}
            name="latePaymentPolicy"
            type="radio"
            options={latePolicies.map((value) => ({ ...words.latePolicies[value], value }))}
            chosen={[stored.latePaymentPolicy]}
          />
          <InputField
            name="lateAcceptBps"
            label={words.lateRule}
            hint={words.lateRuleHint}
            type="number"
            min={0}
            step={1 / bpsPerPercent}
            defaultValue={stored.lateAcceptBps === null ? "" : stored.lateAcceptBps / bpsPerPercent}
            className="field-compact max-w-48 tabular-nums"
          />
        </SettingRow>
        <SettingRow name={words.speed} value={words.speeds[stored.confirmationSpeed].label}>
          <Choice
            legend={words.speed}
            isTitled
            hint={words.speedHint}
            name="confirmationSpeed"
            type="radio"
            options={confirmationSpeeds.map((value) => ({ value, ...words.speeds[value] }))}
            chosen={[stored.confirmationSpeed]}
          />
        </SettingRow>
        <SettingRow name={words.settlement} value={payoutValue}>
          <Choice
            legend={words.settlement}
            isTitled
            hint={words.settlementHint}
            name="settlementPolicy"
            type="radio"
            options={policies.map((value) => ({ value, ...words.policies[value] }))}
            chosen={[stored.settlementPolicy]}
          />
          <InputField
            name="settlementHoldHours"
            label={words.hold}
            hint={words.holdHint}
            type="number"
            min={0}
            max={mostHoldHours}
            step={1}
            required
            defaultValue={stored.settlementHoldHours}
            className="field-compact max-w-48"
          />
          <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {networks.map(({ chainId, name }) => (
              <SelectField
                key={chainId}
                name={`rule-${chainId}`}
                label={fill(words.rule, { chain: name })}
                defaultValue={stored.settlementRules.find((rule) => rule.chainId === chainId)?.policy ?? ""}
              >
                <option value="">{words.ruleSame}</option>
                {policies.map((policy) => (
                  <option key={policy} value={policy}>
                    {words.policies[policy].label}
                  </option>
                ))}
              </SelectField>
            ))}
          </div>
        </SettingRow>
        <Switch name="anyTokenPays" row={words.anyToken} isOn={stored.anyTokenPays} />
        <Switch name="requoteExpired" row={words.requote} isOn={stored.requoteExpired} />
        <Switch name="x402Enabled" row={words.x402} isOn={stored.x402Enabled} />
        <SettingRow
          name={words.timeZone}
          value={stored.timeZone === "" ? words.timeZoneReader : stored.timeZone.replaceAll("_", " ")}
        >
          <SelectField
            name="timeZone"
            label={words.timeZone}
            hint={words.timeZoneHint}
            defaultValue={stored.timeZone}
          >
            <option value="">{words.timeZoneReader}</option>
            {zones.map((zone) => (
              <option key={zone} value={zone}>
                {zone.replaceAll("_", " ")}
              </option>
            ))}
          </SelectField>
        </SettingRow>
        <SettingRow
          name={words.letters}
          value={
            stored.mailKinds.length === 0
              ? words.off
              : listOf(stored.mailKinds.map((kind) => words.mailKinds[kind].label))
          }
        >
          {!sendsMail && <Notice>{words.lettersOff}</Notice>}
          <Choice
            legend={words.letters}
            isTitled
            hint={words.lettersHint}
            name="mailKinds"
            type="checkbox"
            options={projectMailKinds.map((kind) => ({ value: kind, ...words.mailKinds[kind] }))}
            chosen={stored.mailKinds}
          />
        </SettingRow>
        <SettingRow name={words.api} value={words.apiKeyUses[stored.apiKeyUse].label}>
          <Choice
            legend={words.apiKeyUse}
            name="apiKeyUse"
            type="radio"
            options={apiKeyUses.map((value) => ({ value, ...words.apiKeyUses[value] }))}
            chosen={[stored.apiKeyUse]}
          />
          <Choice
            legend={words.api}
            isTitled
            name="apiKeyCreatesCheckouts"
            type="checkbox"
            options={[{ value: "yes", label: words.apiKeys, hint: words.apiKeysHint }]}
            chosen={stored.apiKeyCreatesCheckouts ? ["yes"] : []}
          />
          <p className="caption">
            {fill(words.serverRateText, { perMinute: grouped(serverRequestsPerMinute) })}
          </p>
        </SettingRow>
      </div>
    </SettingsForm>
  );
}

type SwitchProps = { name: string; row: { title: string; label: string; hint: string }; isOn: boolean };

function Switch({ name, row, isOn }: SwitchProps) {
  return (
    <SettingRow name={row.title} value={isOn ? words.on : words.off}>
      <Choice
        legend={row.title}
        isTitled
        name={name}
        type="checkbox"
        options={[{ value: "yes", label: row.label, hint: row.hint }]}
        chosen={isOn ? ["yes"] : []}
      />
    </SettingRow>
  );
}
