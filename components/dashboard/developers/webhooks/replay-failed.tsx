"use client";

import { RotateCw } from "lucide-react";
import { useState } from "react";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";
import { dayMs, minuteMs } from "@/lib/platform/time.rules";
import { shellWords } from "../../messages/shell";
import { webhookWords } from "../../messages/webhooks";
import { ActionForm } from "../../ui/form/action-form";
import { Dialog } from "../../ui/form/dialog";
import { Field } from "../../ui/form/field";
import { Notice } from "../../ui/notice";

const words = webhookWords.replayFailed;

type Replayed = { replayed: number; missed: number; complete: boolean };

/** Sends again what failed of an endpoint in a time. */
export function ReplayFailed({ projectId, endpointId }: { projectId: string; endpointId: string }) {
  const state = useProjectAction(projectId, "replayFailed");
  /** When the dialog was opened; null while it is closed. */
  const [openedAt, setOpenedAt] = useState<number | null>(null);
  const [result, setResult] = useState<Replayed | null>(null);
  const close = () => setOpenedAt(null);
  return (
    <>
      <button
        type="button"
        onClick={() => {
          setResult(null);
          setOpenedAt(Date.now());
        }}
        className="button-compact button-secondary"
      >
        <RotateCw className="size-4" aria-hidden="true" />
        {words.open}
      </button>
      <Dialog open={openedAt !== null} onClose={close} title={words.title} description={words.description}>
        <ActionForm
          state={state}
          toInput={(data) => ({ endpointId, from: moment(data.get("from")), to: moment(data.get("to")) })}
          onDone={setResult}
          submit={words.submit}
          beside={
            <button type="button" onClick={close} className="button-compact button-secondary">
              {shellWords.close}
            </button>
          }
        >
          <div className="grid gap-4 sm:grid-cols-2">
            {(["from", "to"] as const).map((name) => (
              <Field key={name} name={name} label={words[name]}>
                {(control) => (
                  <input
                    {...control}
                    type="datetime-local"
                    required
                    // To the minute after now: what failed just now is among it.
                    defaultValue={inUtc((openedAt ?? 0) + (name === "from" ? -dayMs : minuteMs))}
                    className="field-compact"
                  />
                )}
              </Field>
            ))}
          </div>
          {result !== null && (
            <Notice kind="ok" role="status">
              {words.done(result.replayed, result.missed)} {!result.complete && words.more}
            </Notice>
          )}
        </ActionForm>
      </Dialog>
    </>
  );
}

function inUtc(at: number): string {
  return new Date(at).toISOString().slice(0, 16);
}

/** What was filled in is meant in UTC; what is none is left to the server to refuse. */
function moment(value: FormDataEntryValue | null): string {
  return `${value}:00Z`.replace(/(:\d\d:\d\d):00Z$/, "$1Z");
}
