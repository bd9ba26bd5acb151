"use client";

import { Facts } from "@/components/dashboard/ui/card";
import { type ApiKeyUse, apiKeyUses } from "@/lib/projects/keys/api-key.rules";
import { settingsWords } from "../messages/settings";
import { Choice, SettingsForm } from "./settings-form";

type Props = {
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
}: Props) {
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
          { label: settingsWords.serverRate, value: settingsWords.serverRateText(serverRequestsPerMinute) },
        ]}
      />
    </SettingsForm>
  );
}
