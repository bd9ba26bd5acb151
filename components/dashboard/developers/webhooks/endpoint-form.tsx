"use client";

import { type ReactNode, useId, useState } from "react";
import { defaultEventKinds, type EventKind, eventKinds } from "@/lib/checkouts/events.rules";
import { webhookWords } from "../../messages/webhooks";
import { ActionForm } from "../../ui/form/action-form";
import { Field } from "../../ui/form/field";

const words = webhookWords.form;

export type EndpointValues = { url: string; description: string | null; kinds: readonly EventKind[] };

type Props<Output> = {
  state: Parameters<typeof ActionForm<Output>>[0]["state"];
  values?: EndpointValues;
  /** When each kind of event happens. */
  kindHelp: Readonly<Record<EventKind, string>>;
  toInput: (values: EndpointValues) => unknown;
  onDone: (output: Output) => void;
  submit: string;
  beside?: ReactNode;
};

/** Address, name and kinds of an endpoint, new or not. */
export function EndpointForm<Output>({
  state,
  values = { url: "", description: null, kinds: defaultEventKinds },
  kindHelp,
  toInput,
  onDone,
  submit,
  beside,
}: Props<Output>) {
  const [kinds, setKinds] = useState<ReadonlySet<EventKind>>(new Set(values.kinds));
  const hint = useId();
  const toggle = (kind: EventKind) => {
    const next = new Set(kinds);
    if (!next.delete(kind)) next.add(kind);
    setKinds(next);
  };
  const read = (data: FormData): EndpointValues => ({
    url: String(data.get("url")).trim(),
    description: String(data.get("description")).trim() || null,
    kinds: eventKinds.filter((kind) => kinds.has(kind)),
  });

  return (
    <ActionForm
      state={state}
      toInput={(data) => toInput(read(data))}
      onDone={onDone}
      submit={submit}
      beside={beside}
    >
      <Field name="url" label={words.url} hint={words.urlHint}>
        {(control) => (
          <input
            {...control}
            type="text"
            inputMode="url"
            required
            maxLength={2_048}
            defaultValue={values.url}
            placeholder={words.urlPlaceholder}
            autoComplete="off"
            spellCheck={false}
            className="field-compact"
          />
        )}
      </Field>
      <Field name="description" label={words.description} note={words.optional}>
        {(control) => (
          <input
            {...control}
            type="text"
            maxLength={200}
            defaultValue={values.description ?? ""}
            autoComplete="off"
            className="field-compact"
          />
        )}
      </Field>
      <fieldset aria-describedby={hint} className="min-w-0">
        <legend className="font-medium text-sm">{words.kinds}</legend>
        <p id={hint} className="caption mt-0.5 mb-2">
          {kinds.size === 0 ? <span className="text-bad">{words.noKind}</span> : words.kindsHint}
        </p>
        <ul className="flex flex-col gap-1">
          {eventKinds.map((kind) => (
            <li key={kind}>
              <label className="flex cursor-pointer items-start gap-3 rounded-lg px-2 py-1.5 hover:bg-well">
                <input
                  type="checkbox"
                  checked={kinds.has(kind)}
                  onChange={() => toggle(kind)}
                  className="mt-1 size-4 shrink-0 accent-accent"
                />
                <span className="min-w-0">
                  <code className="font-mono text-sm">{kind}</code>
                  <span className="caption block">{kindHelp[kind].replaceAll("`", "")}</span>
                </span>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
    </ActionForm>
  );
}
