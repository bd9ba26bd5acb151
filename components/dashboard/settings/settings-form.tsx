"use client";

import { type ReactNode, useEffect, useId, useState } from "react";
import { settingsWords } from "@/components/dashboard/messages/settings";
import { ActionForm } from "@/components/dashboard/ui/form/action-form";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";

type Props = {
  projectId: string;
  action: "changeShop" | "changeSettings" | "changeGuardedSettings";
  mayChange: boolean;
  toInput: (data: FormData) => unknown;
  onSaved?: () => void;
  children: ReactNode;
};

/** Settings that are saved together; read-only without the permission. */
export function SettingsForm({ projectId, action, mayChange, toInput, onSaved, children }: Props) {
  const state = useProjectAction(projectId, action);
  const [saved, setSaved] = useState<boolean | null>(null);
  useLeaveWarning(saved === false, settingsWords.leave);
  return (
    <fieldset disabled={!mayChange} className="m-0 min-w-0 border-0 p-0" onChange={() => setSaved(false)}>
      <ActionForm
        state={state}
        toInput={toInput}
        onDone={() => {
          setSaved(true);
          onSaved?.();
        }}
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

/** A setting with its present value in words; its fields on demand. */
export function SettingRow({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <details className="group">
      <summary className="grid min-h-12 list-none grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-2 text-sm sm:grid-cols-[14rem_minmax(0,1fr)_auto] [&::-webkit-details-marker]:hidden">
        <span className="font-medium">{name}</span>
        <span className="wrap-anywhere text-muted max-sm:row-start-2">{value}</span>
        <span className="text-muted underline underline-offset-2 max-sm:row-span-2 max-sm:row-start-1 max-sm:col-start-2 group-open:invisible">
          {settingsWords.change}
        </span>
      </summary>
      <div className="flex flex-col gap-4 pt-1 pb-5">{children}</div>
    </details>
  );
}

type Option = { value: string; label: string; hint?: ReactNode };

type ChoiceProps = {
  legend: string;
  /** The row already shows it. */
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

/** Clicks and history steps about which a form on the page has already asked. */
const answered = new WeakSet<Event>();

/** Forms with unsaved input on this page. */
let unsavedForms = 0;
/** The person has chosen to leave: the other forms don't ask again. */
let isLeaving = false;

/** Asks before a page with unsaved input is left, by a link, by the browser's Back or by closing it. */
function useLeaveWarning(isUnsaved: boolean, question: string): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const unload = (event: BeforeUnloadEvent) => {
      if (!isLeaving) event.preventDefault();
    };
    const press = (event: MouseEvent) => {
      if (!leaves(event) || answered.has(event)) return;
      answered.add(event);
      if (window.confirm(question)) isLeaving = true;
      else {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    };
    // A second entry for the page: Back leads to the first one, while the page is still there to ask.
    const page = location.href;
    if (!isSecondEntry(history.state)) history.pushState({ ...history.state, [mark]: true }, "");
    const entry = history.state;
    const back = (event: PopStateEvent) => {
      if (isLeaving || isSecondEntry(event.state) || answered.has(event)) return;
      answered.add(event);
      isLeaving = window.confirm(question);
      const isStillHere = location.href === page;
      // The router must not follow a step that is taken back, and has nothing to do for one within the page.
      if (!isLeaving || isStillHere) event.stopImmediatePropagation();
      if (!isLeaving) history.pushState(entry, "", page);
      else if (isStillHere) history.back();
    };
    unsavedForms += 1;
    addEventListener("beforeunload", unload);
    addEventListener("popstate", back, true);
    document.addEventListener("click", press, true);
    return () => {
      removeEventListener("beforeunload", unload);
      removeEventListener("popstate", back, true);
      document.removeEventListener("click", press, true);
      unsavedForms -= 1;
      if (unsavedForms > 0) return;
      isLeaving = false;
      // Saved: one Back leaves the page again.
      if (location.href === page && isSecondEntry(history.state)) history.back();
    };
  }, [isUnsaved, question]);
}

const mark = "unsavedPage";

function isSecondEntry(state: unknown): boolean {
  return typeof state === "object" && state !== null && mark in state;
}

/** A press of a link that replaces the page: no new tab, no file, no place on the same page. */
function leaves({ target, button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  const link = target instanceof Element ? target.closest("a") : null;
  if (link === null || link.href === "" || link.target === "_blank" || link.hasAttribute("download"))
    return false;
  if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return false;
  const { pathname, search, origin } = new URL(link.href);
  return origin !== location.origin || pathname !== location.pathname || search !== location.search;
}
