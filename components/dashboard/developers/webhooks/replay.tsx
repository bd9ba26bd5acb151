"use client";

import { RotateCw } from "lucide-react";
import { useState } from "react";
import { errorText, shellWords } from "@/components/dashboard/messages/shell";
import { counted, grouped } from "@/components/dashboard/messages/text";
import { webhookWords } from "@/components/dashboard/messages/webhooks";
import { ActionForm } from "@/components/dashboard/ui/form/action-form";
import { Dialog } from "@/components/dashboard/ui/form/dialog";
import { InputField } from "@/components/dashboard/ui/form/field";
import { Notice } from "@/components/dashboard/ui/notice";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";
import { dayMs, minuteMs } from "@/lib/platform/values/time.rules";

const words = webhookWords.delivery;

type ReplayProps = {
  projectId: string;
  deliveryId: string;
  /** Beside others, the one that this button is for. */
  event?: string;
};

/** Replays one delivery, and shows the result. */
export function ReplayDelivery({ projectId, deliveryId, event }: ReplayProps) {
  const { act, pending, error } = useProjectAction(projectId, "replayDelivery");
  const [outcome, setOutcome] = useState<string | null>(null);
  const replay = async () => {
    setOutcome(null);
    const result = await act({ deliveryId });
    if (result !== null) setOutcome(result.replayed > 0 ? words.replayed : words.inHand);
  };
  return (
    <>
      {/* Always mounted, so that screen readers announce changes; empty it leaves no gap. */}
      <p role="status" className="caption empty:-ms-2">
        {error === null ? outcome : errorText(error)}
      </p>
      <button
        type="button"
        disabled={pending}
        onClick={() => void replay()}
        className={`button-compact ${event === undefined ? "button-primary" : "button-quiet"}`}
      >
        <RotateCw className="size-4" aria-hidden="true" />
        {words.replay}
        {event !== undefined && <span className="sr-only">: {event}</span>}
      </button>
    </>
  );
}

const wordsOfReplayFailed = webhookWords.replayFailed;

type Replayed = { replayed: number; missed: number; complete: boolean };

/** Replays an endpoint's failed deliveries of a period. */
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
        {wordsOfReplayFailed.open}
      </button>
      <Dialog
        open={openedAt !== null}
        onClose={close}
        title={wordsOfReplayFailed.title}
        description={wordsOfReplayFailed.description}
      >
        <ActionForm
          state={state}
          toInput={(data) => ({ endpointId, from: moment(data.get("from")), to: moment(data.get("to")) })}
          onDone={setResult}
          submit={wordsOfReplayFailed.submit}
          beside={
            <button type="button" onClick={close} className="button-compact button-secondary">
              {shellWords.close}
            </button>
          }
        >
          <div className="grid gap-4 sm:grid-cols-2">
            {(["from", "to"] as const).map((name) => (
              <InputField
                key={name}
                name={name}
                label={wordsOfReplayFailed[name]}
                type="datetime-local"
                required
                // Rounded up to the next minute, to include a failure of just now.
                defaultValue={inUtc((openedAt ?? 0) + (name === "from" ? -dayMs : minuteMs))}
              />
            ))}
          </div>
          {result !== null && (
            <Notice kind="ok" role="status">
              {counted(wordsOfReplayFailed.done, result.missed, { replayed: grouped(result.replayed) })}{" "}
              {!result.complete && wordsOfReplayFailed.more}
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

/** Entered in UTC; the server refuses an invalid one. */
function moment(value: FormDataEntryValue | null): string {
  return `${value}:00Z`.replace(/(:\d\d:\d\d):00Z$/, "$1Z");
}
