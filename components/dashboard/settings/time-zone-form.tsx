"use client";

import { settingsWords } from "@/components/dashboard/messages/settings";
import { SelectField } from "@/components/dashboard/ui/form/field";
import { SettingsForm } from "./settings-form";

type Props = {
  projectId: string;
  mayChange: boolean;
  /** Null for each reader's own. */
  timeZone: string | null;
  /** From the server: a browser may know others. */
  zones: readonly string[];
};

/** In which zone the project's days begin, and its times are shown. */
export function TimeZoneForm({ projectId, mayChange, timeZone, zones }: Props) {
  return (
    <SettingsForm
      projectId={projectId}
      action="changeSettings"
      mayChange={mayChange}
      toInput={(data) => ({ timeZone: String(data.get("timeZone")) })}
    >
      <SelectField
        name="timeZone"
        label={settingsWords.timeZone}
        hint={settingsWords.timeZoneHint}
        defaultValue={timeZone ?? ""}
      >
        <option value="">{settingsWords.timeZoneReader}</option>
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll("_", " ")}
          </option>
        ))}
      </SelectField>
    </SettingsForm>
  );
}
