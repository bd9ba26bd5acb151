"use client";

import { type ReactNode, useId, useState } from "react";
import { webhookWords } from "@/components/dashboard/messages/webhooks";
import { Card } from "@/components/dashboard/ui/card";
import { SecretOnce } from "@/components/dashboard/ui/copy-button";
import { ActionForm } from "@/components/dashboard/ui/form/action-form";
import { Dialog, DialogForm } from "@/components/dashboard/ui/form/dialog";
import { InputField, SelectField } from "@/components/dashboard/ui/form/field";
import { Link } from "@/components/dashboard/ui/link";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";
import { dashboardLanguage } from "@/lib/platform/i18n/language.rules";
import { defaultEventKinds, type EventKind, eventKinds, events } from "@/lib/webhooks/events.rules";

const words = webhookWords.form;

export type EndpointValues = { url: string; description: string | null; kinds: readonly EventKind[] };

type Props<Output> = {
  state: Parameters<typeof ActionForm<Output>>[0]["state"];
  values?: EndpointValues;
  toInput: (values: EndpointValues) => unknown;
  onDone: (output: Output) => void;
  submit: string;
  beside?: ReactNode;
};

/** URL, name and kinds of an endpoint, new or existing. */
export function EndpointForm<Output>({
  state,
  values = { url: "", description: null, kinds: defaultEventKinds },
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
      <InputField
        name="url"
        label={words.url}
        hint={words.urlHint}
        inputMode="url"
        required
        maxLength={2_048}
        defaultValue={values.url}
        placeholder={words.urlPlaceholder}
        autoComplete="off"
        spellCheck={false}
      />
      <InputField
        name="description"
        label={words.description}
        note={words.optional}
        maxLength={200}
        defaultValue={values.description ?? ""}
        autoComplete="off"
      />
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
                  <span className="caption block">
                    {events[kind].help[dashboardLanguage()].replaceAll("`", "")}
                  </span>
                </span>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
    </ActionForm>
  );
}

const { form, secret: secretWords } = webhookWords;

type Made = { endpointId: string; secret: string };

/** Creates an endpoint, and then shows its secret once. */
export function NewEndpoint({ projectId }: { projectId: string }) {
  const state = useProjectAction(projectId, "createEndpoint");
  const [made, setMade] = useState<Made | null>(null);
  if (made === null) {
    return (
      <Card>
        <EndpointForm state={state} toInput={(values) => values} onDone={setMade} submit={form.create} />
      </Card>
    );
  }
  return (
    <Card title={secretWords.title} description={secretWords.made}>
      <div className="flex flex-col gap-4">
        <SecretOnce secret={made.secret} what={secretWords.what} />
        <div className="flex justify-end">
          <Link
            href={`/dashboard/projects/${projectId}/developers/webhooks/${made.endpointId}`}
            className="button-compact button-primary"
          >
            {secretWords.go}
          </Link>
        </div>
      </div>
    </Card>
  );
}

const wordsOfRotateSecret = webhookWords.secret;

/** Rotates an endpoint's secret, and shows the new one once. */
export function RotateSecret({ projectId, endpointId }: { projectId: string; endpointId: string }) {
  const state = useProjectAction(projectId, "rotateEndpointSecret");
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <>
      <DialogForm
        opener={{ label: wordsOfRotateSecret.rotate }}
        state={state}
        title={wordsOfRotateSecret.rotate}
        description={wordsOfRotateSecret.rotateDescription}
        toInput={(data) => ({ endpointId, overlap: data.get("overlap") === "yes" })}
        onDone={(made: { secret: string }) => setSecret(made.secret)}
        submit={wordsOfRotateSecret.rotate}
      >
        <SelectField name="overlap" label={wordsOfRotateSecret.oldSecret} defaultValue="yes">
          <option value="yes">{wordsOfRotateSecret.overlap.yes}</option>
          <option value="no">{wordsOfRotateSecret.overlap.no}</option>
        </SelectField>
      </DialogForm>
      <Dialog
        open={secret !== null}
        onClose={() => setSecret(null)}
        title={wordsOfRotateSecret.rotatedTitle}
        insistent
      >
        <SecretOnce secret={secret ?? ""} what={wordsOfRotateSecret.what} />
        <div className="flex justify-end">
          <button type="button" onClick={() => setSecret(null)} className="button-compact button-primary">
            {wordsOfRotateSecret.done}
          </button>
        </div>
      </Dialog>
    </>
  );
}
