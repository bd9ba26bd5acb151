"use client";

import { grouped } from "@/components/dashboard/messages/text";
import { Facts } from "@/components/dashboard/ui/card";
import type { Token } from "@/lib/chain/chains.rules";
import type { ConfirmationSpeed } from "@/lib/chain/confirmation-policy.rules";
import { confirmationSpeeds } from "@/lib/chain/confirmation-policy.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import { type ApiKeyUse, apiKeyUses } from "@/lib/projects/keys/api-key.rules";
import { settingsWords } from "../messages/settings";
import { InputField, TokensField } from "../ui/form/field";
import { Choice, SettingsForm } from "./settings-form";

type TokenView = Pick<Token, "symbol" | "name" | "issuer" | "bridged"> & { address: string };

/** What the forms need to know of the networks that are enabled. */
type NetworkView = {
  chainId: number;
  name: string;
  tokens: readonly TokenView[];
};

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
  lateAcceptBps: number | null;
  anyTokenPays: boolean;
  requoteExpired: boolean;
  x402Enabled: boolean;
};

/** In basis points; null when nothing was entered. */
function percentOf(typed: FormDataEntryValue | null): number | null {
  return typeof typed !== "string" || typed.trim() === "" ? null : Math.round(Number(typed) * bpsPerPercent);
}

/** What counts as paid, and when. */
export function AmountsForm(props: Props) {
  const {
    projectId,
    mayChange,
    toleranceBps,
    minimum,
    confirmationSpeed,
    latePaymentPolicy,
    lateAcceptBps,
    anyTokenPays,
    requoteExpired,
    x402Enabled,
  } = props;
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
        lateAcceptBps: percentOf(data.get("lateAcceptBps")),
        anyTokenPays: data.get("anyTokenPays") === "yes",
        requoteExpired: data.get("requoteExpired") === "yes",
        x402Enabled: data.get("x402Enabled") === "yes",
      })}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <InputField
          name="toleranceBps"
          label={settingsWords.tolerance}
          hint={settingsWords.toleranceHint}
          type="number"
          min={0}
          step={1 / bpsPerPercent}
          required
          defaultValue={toleranceBps / bpsPerPercent}
          className="field-compact tabular-nums"
        />
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
      <InputField
        name="lateAcceptBps"
        label={settingsWords.lateRule}
        hint={settingsWords.lateRuleHint}
        type="number"
        min={0}
        step={1 / bpsPerPercent}
        defaultValue={lateAcceptBps === null ? "" : lateAcceptBps / bpsPerPercent}
        className="field-compact max-w-48 tabular-nums"
      />
      <Choice
        legend={settingsWords.anyToken}
        name="anyTokenPays"
        type="checkbox"
        options={[{ value: "yes", label: settingsWords.anyTokenLabel, hint: settingsWords.anyTokenHint }]}
        chosen={anyTokenPays ? ["yes"] : []}
      />
      <Choice
        legend={settingsWords.requote}
        name="requoteExpired"
        type="checkbox"
        options={[{ value: "yes", label: settingsWords.requoteLabel, hint: settingsWords.requoteHint }]}
        chosen={requoteExpired ? ["yes"] : []}
      />
      <Choice
        legend={settingsWords.x402}
        name="x402Enabled"
        type="checkbox"
        options={[{ value: "yes", label: settingsWords.x402Label, hint: settingsWords.x402Hint }]}
        chosen={x402Enabled ? ["yes"] : []}
      />
    </SettingsForm>
  );
}

type ApiProps = {
  projectId: string;
  mayChange: boolean;
  apiKeyUse: ApiKeyUse;
  apiKeyCreatesCheckouts: boolean;
  serverRequestsPerMinute: number;
};

/** What keys may do, and how often. */
export function ApiForm({
  projectId,
  mayChange,
  apiKeyUse,
  apiKeyCreatesCheckouts,
  serverRequestsPerMinute,
}: ApiProps) {
  return (
    <SettingsForm
      projectId={projectId}
      action="changeSettings"
      mayChange={mayChange}
      toInput={(data) => ({
        apiKeyUse: data.get("apiKeyUse"),
        apiKeyCreatesCheckouts: data.get("apiKeyCreatesCheckouts") === "yes",
      })}
    >
      <Choice
        legend={settingsWords.apiKeyUse}
        name="apiKeyUse"
        type="radio"
        options={apiKeyUses.map((value) => ({ value, ...settingsWords.apiKeyUses[value] }))}
        chosen={[apiKeyUse]}
      />
      <Choice
        legend={settingsWords.api}
        isTitled
        name="apiKeyCreatesCheckouts"
        type="checkbox"
        options={[{ value: "yes", label: settingsWords.apiKeys, hint: settingsWords.apiKeysHint }]}
        chosen={apiKeyCreatesCheckouts ? ["yes"] : []}
      />
      <Facts
        facts={[
          {
            label: settingsWords.serverRate,
            value: fill(settingsWords.serverRateText, { perMinute: grouped(serverRequestsPerMinute) }),
          },
        ]}
      />
    </SettingsForm>
  );
}

type TokensProps = {
  projectId: string;
  mayChange: boolean;
  networks: readonly NetworkView[];
  accepted: readonly { chainId: number; tokenAddress: string }[];
};

const keyOf = (chainId: number, tokenAddress: string) => `${chainId}:${tokenAddress}`;

function whoseToken({ name, issuer, bridged }: TokenView): string {
  if (issuer === undefined) return name;
  return fill(bridged === true ? settingsWords.tokenBridged : settingsWords.tokenIssuer, { name, issuer });
}

/** The tokens that customers can choose, by network. */
export function TokensForm({ projectId, mayChange, networks, accepted }: TokensProps) {
  const chosen = accepted.map(({ chainId, tokenAddress }) => keyOf(chainId, tokenAddress));
  return (
    <SettingsForm
      projectId={projectId}
      action="changeSettings"
      mayChange={mayChange}
      toInput={(data) => ({
        acceptedTokens: data.getAll("acceptedTokens").map((value) => {
          const [chainId, tokenAddress] = String(value).split(":");
          return { chainId: Number(chainId), tokenAddress };
        }),
      })}
    >
      {networks.length === 0 && <p className="text-muted text-sm">{settingsWords.tokensNone}</p>}
      <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {networks.map(({ chainId, name, tokens }) => (
          <Choice
            key={chainId}
            legend={name}
            name="acceptedTokens"
            type="checkbox"
            options={tokens.map((token) => ({
              value: keyOf(chainId, token.address),
              label: token.symbol,
              hint: whoseToken(token),
            }))}
            chosen={chosen}
          />
        ))}
      </div>
    </SettingsForm>
  );
}
