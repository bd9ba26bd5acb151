"use client";

import { useState } from "react";
import { useProjectAction } from "@/lib/client/dashboard/use-action";
import { shellWords } from "../../messages/shell";
import { webhookWords } from "../../messages/webhooks";
import { ActionForm } from "../../ui/action-form";
import { Dialog } from "../../ui/dialog";
import { Field } from "../../ui/field";
import { SecretOnce } from "../../ui/secret-once";

const words = webhookWords.secret;

/** Gives an endpoint a new secret, and shows it once. */
export function RotateSecret({ projectId, endpointId }: { projectId: string; endpointId: string }) {
  const state = useProjectAction(projectId, "rotateEndpointSecret");
  const [open, setOpen] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)} className="button-compact button-secondary">
        {words.rotate}
      </button>
      <Dialog open={open} onClose={close} title={words.rotate} description={words.rotateDescription}>
        <ActionForm
          state={state}
          toInput={(data) => ({ endpointId, overlap: data.get("overlap") === "yes" })}
          onDone={(made: { secret: string }) => {
            close();
            setSecret(made.secret);
          }}
          submit={words.rotate}
          beside={
            <button type="button" onClick={close} className="button-compact button-secondary">
              {shellWords.cancel}
            </button>
          }
        >
          <Field name="overlap" label={words.oldSecret}>
            {(control) => (
              <select {...control} defaultValue="yes" className="field-compact">
                <option value="yes">{words.overlap.yes}</option>
                <option value="no">{words.overlap.no}</option>
              </select>
            )}
          </Field>
        </ActionForm>
      </Dialog>
      <Dialog open={secret !== null} onClose={() => setSecret(null)} title={words.rotatedTitle} insistent>
        <SecretOnce secret={secret ?? ""} what={words.what} />
        <div className="flex justify-end">
          <button type="button" onClick={() => setSecret(null)} className="button-compact button-primary">
            {words.done}
          </button>
        </div>
      </Dialog>
    </>
  );
}
