"use client";

import { type ReactNode, useState } from "react";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";
import { settingsWords } from "../messages/settings";
import { ActionForm } from "../ui/form/action-form";

type Props = {
  projectId: string;
  action: "changeSettings" | "changeGuardedSettings";
  mayChange: boolean;
  toInput: (data: FormData) => unknown;
  children: ReactNode;
};

/** Some settings that are saved together; who may not change them reads them. */
export function SettingsForm({ projectId, action, mayChange, toInput, children }: Props) {
  const state = useProjectAction(projectId, action);
  const [saved, setSaved] = useState(false);
  return (
    <fieldset disabled={!mayChange} className="m-0 min-w-0 border-0 p-0" onChange={() => setSaved(false)}>
      <ActionForm
        state={state}
        toInput={toInput}
        onDone={() => setSaved(true)}
        submit={settingsWords.save}
        beside={
          <p role="status" className="me-auto self-center text-ok text-sm">
            {saved && settingsWords.saved}
          </p>
        }
      >
        {children}
      </ActionForm>
    </fieldset>
  );
}
