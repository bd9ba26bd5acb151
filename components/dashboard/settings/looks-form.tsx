"use client";

import { useState } from "react";
import { settingsWords } from "@/components/dashboard/messages/settings";
import { Field } from "@/components/dashboard/ui/form/field";
import { accentFor, accentGrounds, parseAccentColor, type Theme } from "@/lib/projects/looks/accent.rules";
import { SettingsForm } from "./settings-form";

/**
 * A preview of a colour on the payment page, in both themes. An SVG, because the page's policy allows no inline styles.
 */
function AccentPreview({ color }: { color: string }) {
  const chosen = parseAccentColor(color);
  if (chosen === null) return null;
  const [light, dark] = [accentFor(chosen, "light").accent, accentFor(chosen, "dark").accent];
  return (
    <div>
      <p className="mb-1 font-medium text-sm">{settingsWords.accentPreview}</p>
      <div className="grid max-w-lg gap-3 sm:grid-cols-2" aria-hidden="true">
        <Sample theme="light" color={chosen} />
        <Sample theme="dark" color={chosen} />
      </div>
      <p className="caption mt-1" aria-live="polite">
        {settingsWords.accentShown(light, dark)}
      </p>
    </div>
  );
}

function Sample({ theme, color }: { theme: Theme; color: string }) {
  const { accent, onAccent, soft } = accentFor(color, theme);
  const [ground, card] = accentGrounds[theme];
  return (
    <svg viewBox="0 0 240 132" className="w-full rounded-xl border border-line text-sm" role="presentation">
      <rect width="240" height="132" fill={ground} />
      <rect x="10" y="10" width="220" height="112" rx="12" fill={card} />
      <rect x="22" y="22" width="52" height="20" rx="10" fill={soft} />
      <text x="48" y="36" textAnchor="middle" fontSize="11" fill={accent}>
        {settingsWords.accentThemes[theme]}
      </text>
      <rect x="22" y="54" width="196" height="34" rx="9" fill={accent} />
      <text x="120" y="76" textAnchor="middle" fontSize="13" fontWeight="600" fill={onAccent}>
        {settingsWords.accentSample}
      </text>
      <text x="120" y="109" textAnchor="middle" fontSize="11" textDecoration="underline" fill={accent}>
        {settingsWords.accentLink}
      </text>
    </svg>
  );
}

type Props = { projectId: string; mayChange: boolean; name: string; accentColor: string | null };

/** The initial colour: the service's own. */
const firstColor = "#2f4bdb";

/** Name and colour, with a preview for customers. */
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
