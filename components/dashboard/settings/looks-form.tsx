"use client";

import { useState } from "react";
import { parseAccentColor } from "@/lib/projects/accent.rules";
import { settingsWords } from "../messages/settings";
import { Field } from "../ui/form/field";
import { AccentPreview } from "./accent-preview";
import { SettingsForm } from "./settings-form";

type Props = { projectId: string; mayChange: boolean; name: string; accentColor: string | null };

/** Where a colour of one's own begins: the service's. */
const firstColor = "#2f4bdb";

/** Name and colour, with what customers will see of it. */
export function LooksForm({ projectId, mayChange, name, accentColor }: Props) {
  const [isOwn, setIsOwn] = useState(accentColor !== null);
  const [color, setColor] = useState(accentColor ?? firstColor);
  return (
    <SettingsForm
      projectId={projectId}
      action="changeSettings"
      mayChange={mayChange}
      toInput={(data) => ({ name: String(data.get("name")), accentColor: isOwn ? color : null })}
    >
      <Field name="name" label={settingsWords.name} hint={settingsWords.nameHint}>
        {(control) => (
          <input
            {...control}
            type="text"
            required
            maxLength={160}
            defaultValue={name}
            className="field-compact"
          />
        )}
      </Field>
      <label className="flex items-center gap-3 text-sm">
        <input
          type="checkbox"
          checked={isOwn}
          onChange={(event) => setIsOwn(event.target.checked)}
          className="size-4 accent-accent"
        />
        {settingsWords.accentOwn}
      </label>
      {isOwn && (
        <>
          <Field name="accentColor" label={settingsWords.accent} hint={settingsWords.accentHint}>
            {(control) => (
              <div className="flex items-center gap-2">
                <input
                  type="color"
                  aria-label={settingsWords.accentPick}
                  value={parseAccentColor(color) ?? firstColor}
                  onChange={(event) => setColor(event.target.value)}
                  className="size-10 shrink-0 rounded-lg border border-line-strong bg-card p-1"
                />
                <input
                  {...control}
                  type="text"
                  inputMode="text"
                  spellCheck={false}
                  autoComplete="off"
                  value={color}
                  onChange={(event) => setColor(event.target.value)}
                  className="field-compact max-w-36 font-mono"
                />
              </div>
            )}
          </Field>
          <AccentPreview color={color} />
        </>
      )}
    </SettingsForm>
  );
}
