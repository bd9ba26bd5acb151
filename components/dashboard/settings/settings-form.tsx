"use client";

import { type ReactNode, useId, useState } from "react";
import { settingsWords } from "@/components/dashboard/messages/settings";
import { ActionForm } from "@/components/dashboard/ui/form/action-form";
import { useLeaveWarning } from "@/components/dashboard/ui/form/leave-warning";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";

type Props = {
  projectId: string;
  action: "changeSettings" | "changeGuardedSettings";
  mayChange: boolean;
  toInput: (data: FormData) => unknown;
  children: ReactNode;
};

/** Settings that are saved together; read-only without the permission. */
export function SettingsForm({ projectId, action, mayChange, toInput, children }: Props) {
  const state = useProjectAction(projectId, action);
  const [saved, setSaved] = useState<boolean | null>(null);
  useLeaveWarning(saved === false, settingsWords.leave);
  return (
    <fieldset disabled={!mayChange} className="m-0 min-w-0 border-0 p-0" onChange={() => setSaved(false)}>
      <ActionForm
        state={state}
        toInput={toInput}
        onDone={() => setSaved(true)}
        submit={settingsWords.save}
        beside={
          <p role="status" className="me-auto self-center text-ok text-sm">
            {saved === true && settingsWords.saved}
          </p>
        }
      >
        {children}
      </ActionForm>
    </fieldset>
  );
}

type Option = { value: string; label: string; hint?: ReactNode };

type ChoiceProps = {
  legend: string;
  /** The card's title already shows it. */
  isTitled?: boolean;
  hint?: ReactNode;
  name: string;
  /** One choice, or any number. */
  type: "radio" | "checkbox";
  options: readonly Option[];
  chosen: readonly string[];
  onChoose?: (value: string) => void;
};

/** A question with its choices, each explained. */
export function Choice({
  legend,
  isTitled = false,
  hint,
  name,
  type,
  options,
  chosen,
  onChoose,
}: ChoiceProps) {
  const id = useId();
  return (
    <fieldset
      className="m-0 min-w-0 border-0 p-0"
      aria-describedby={hint === undefined ? undefined : `${id}-hint`}
    >
      <legend className={isTitled ? "sr-only" : "mb-1 font-medium text-sm"}>{legend}</legend>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="caption mb-2">
          {hint}
        </p>
      )}
      <div className="flex flex-col gap-1">
        {options.map((option, index) => (
          <div key={option.value} className="flex items-start gap-3 rounded-lg py-1.5">
            <input
              id={`${id}-${index}`}
              type={type}
              name={name}
              value={option.value}
              defaultChecked={chosen.includes(option.value)}
              onChange={() => onChoose?.(option.value)}
              aria-describedby={option.hint === undefined ? undefined : `${id}-${index}-hint`}
              className="mt-0.5 size-4 shrink-0 accent-accent"
            />
            <div className="min-w-0">
              <label htmlFor={`${id}-${index}`} className="text-sm">
                {option.label}
              </label>
              {option.hint !== undefined && (
                <p id={`${id}-${index}-hint`} className="caption">
                  {option.hint}
                </p>
              )}
            </div>
          </div>
        ))}
      </div>
    </fieldset>
  );
}
