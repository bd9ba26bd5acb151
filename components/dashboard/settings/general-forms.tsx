"use client";

import { ImageUp, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useId, useRef, useState } from "react";
import { settingsWords } from "@/components/dashboard/messages/settings";
import { errorText } from "@/components/dashboard/messages/shell";
import { Field, InputField } from "@/components/dashboard/ui/form/field";
import { uploadLogo, useProjectAction } from "@/lib/browser/dashboard/use-action";
import { fill } from "@/lib/platform/i18n/message.rules";
import { accentFor, accentGrounds, parseAccentColor, type Theme } from "@/lib/projects/looks/looks.rules";
import { ConfirmAction, DialogForm } from "../ui/form/dialog";
import { Problem } from "../ui/notice";
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
        {fill(settingsWords.accentColors, { light, dark })}
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

type Props = {
  projectId: string;
  mayChange: boolean;
  name: string;
  accentColor: string | null;
  receiptDetails: string | null;
  supportContact: string | null;
};

/** The initial colour: the service's own. */
const firstColor = "#2f4bdb";

/** Name and colour, with a preview for customers. */
export function LooksForm({ projectId, mayChange, name, accentColor, ...contact }: Props) {
  const [isOwn, setIsOwn] = useState(accentColor !== null);
  const [color, setColor] = useState(accentColor ?? firstColor);
  return (
    <SettingsForm
      projectId={projectId}
      action="changeShop"
      mayChange={mayChange}
      toInput={(data) => ({
        name: String(data.get("name")),
        receiptDetails: String(data.get("receiptDetails")),
        supportContact: String(data.get("supportContact")),
        accentColor: isOwn ? color : null,
      })}
    >
      <InputField
        name="name"
        label={settingsWords.name}
        hint={settingsWords.nameHint}
        required
        maxLength={160}
        defaultValue={name}
      />
      <InputField
        name="supportContact"
        label={settingsWords.support}
        hint={settingsWords.supportHint}
        maxLength={320}
        autoComplete="off"
        defaultValue={contact.supportContact ?? ""}
      />
      <Field
        name="receiptDetails"
        label={settingsWords.receiptDetails}
        hint={settingsWords.receiptDetailsHint}
      >
        {(control) => (
          <textarea
            {...control}
            rows={3}
            maxLength={500}
            defaultValue={contact.receiptDetails ?? ""}
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

type LogoProps = { projectId: string; mayChange: boolean; logoDigest: string | null };

const maxBytes = 256 * 1024;

/** Uploads or removes the project's logo. */
export function LogoForm({ projectId, mayChange, logoDigest }: LogoProps) {
  const router = useRouter();
  const remove = useProjectAction(projectId, "removeLogo");
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const [state, setState] = useState<"still" | "sending" | "saved">("still");
  const [fault, setFault] = useState<string | null>(null);

  const send = async (file: File) => {
    setFault(null);
    // The server would refuse it after the whole upload.
    if (file.size > maxBytes) {
      setFault(settingsWords.logoTooLarge);
      return;
    }
    setState("sending");
    const answer = await uploadLogo(projectId, file);
    setState(answer.ok ? "saved" : "still");
    if (answer.ok) router.refresh();
    else setFault(errorText(answer.error));
  };

  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-4">
        {logoDigest === null ? (
          <p className="text-muted text-sm">{settingsWords.logoNone}</p>
        ) : (
          // biome-ignore lint/performance/noImgElement: a small picture of our own, made when it was uploaded.
          <img
            src={`/logos/${logoDigest}`}
            alt={settingsWords.logoAlt}
            width={64}
            height={64}
            className="size-16 rounded-xl border border-line object-contain"
          />
        )}
        {mayChange && (
          <div className="flex flex-wrap gap-2">
            <input
              ref={input}
              id={id}
              type="file"
              accept="image/png,image/jpeg,image/webp"
              tabIndex={-1}
              aria-label={settingsWords.logo}
              className="sr-only"
              onChange={(event) => {
                const [file] = event.currentTarget.files ?? [];
                if (file !== undefined) void send(file);
                // Allows choosing the same file again.
                event.currentTarget.value = "";
              }}
            />
            <button
              type="button"
              disabled={state === "sending"}
              onClick={() => input.current?.click()}
              className="button-compact button-secondary"
            >
              <ImageUp className="size-4" aria-hidden="true" />
              {state === "sending"
                ? settingsWords.logoSending
                : logoDigest === null
                  ? settingsWords.logoChoose
                  : settingsWords.logoReplace}
            </button>
            {logoDigest !== null && (
              <ConfirmAction
                label={settingsWords.logoRemove}
                variant="quiet"
                title={settingsWords.logoRemoveTitle}
                description={settingsWords.logoRemoveText}
                confirm={settingsWords.logoRemove}
                state={remove}
                input={{}}
                onDone={() => setState("still")}
              />
            )}
          </div>
        )}
      </div>
      <p className="caption">{settingsWords.logoHint}</p>
      <p role="status" className="text-ok text-sm empty:hidden">
        {state === "saved" && settingsWords.logoSaved}
      </p>
      <Problem text={fault} />
    </div>
  );
}

/** Deletes a project, after its name was typed. */
export function DeleteProject({ projectId, name }: { projectId: string; name: string }) {
  const label = (
    <>
      <Trash2 className="size-4" aria-hidden="true" />
      {settingsWords.delete}
    </>
  );
  return (
    <DialogForm
      opener={{ label, variant: "danger" }}
      state={useProjectAction(projectId, "deleteProject", true)}
      title={settingsWords.deleteTitle}
      description={settingsWords.dangerText}
      toInput={(data) => ({ name: String(data.get("name")) })}
      onDone={() => location.assign("/dashboard")}
      submit={settingsWords.delete}
      danger
    >
      <InputField name="name" label={fill(settingsWords.deleteName, { name })} required autoComplete="off" />
    </DialogForm>
  );
}
