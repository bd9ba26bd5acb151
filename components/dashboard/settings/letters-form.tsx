"use client";

import { type ProjectMailKind, projectMailKinds } from "@/lib/mail/mail-kinds.rules";
import { settingsWords } from "../messages/settings";
import { Choice, SettingsForm } from "./settings-form";

type Props = { projectId: string; mayChange: boolean; mailKinds: readonly ProjectMailKind[] };

/** Which e-mails owners and admins receive. */
export function LettersForm({ projectId, mayChange, mailKinds }: Props) {
  return (
    <SettingsForm
      projectId={projectId}
      action="changeSettings"
      mayChange={mayChange}
      toInput={(data) => ({ mailKinds: data.getAll("mailKinds") })}
    >
      <Choice
        legend={settingsWords.letters}
        isTitled
        hint={settingsWords.lettersHint}
        name="mailKinds"
        type="checkbox"
        options={projectMailKinds.map((kind) => ({ value: kind, ...settingsWords.mailKinds[kind] }))}
        chosen={mailKinds}
      />
    </SettingsForm>
  );
}
