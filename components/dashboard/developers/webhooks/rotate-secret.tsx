"use client";

import { useState } from "react";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";
import { webhookWords } from "../../messages/webhooks";
import { Dialog } from "../../ui/form/dialog";
import { DialogForm } from "../../ui/form/dialog-form";
import { Field } from "../../ui/form/field";
import { SecretOnce } from "../../ui/form/secret-once";

const words = webhookWords.secret;

/** Gives an endpoint a new secret, and shows it once. */
export function RotateSecret({ projectId, endpointId }: { projectId: string; endpointId: string }) {
  const state = useProjectAction(projectId, "rotateEndpointSecret");
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <>
      <DialogForm
        opener={{ label: words.rotate }}
        state={state}
        title={words.rotate}
        description={words.rotateDescription}
        toInput={(data) => ({ endpointId, overlap: data.get("overlap") === "yes" })}
        onDone={(made: { secret: string }) => setSecret(made.secret)}
        submit={words.rotate}
      >
        <Field name="overlap" label={words.oldSecret}>
          {(control) => (
            <select {...control} defaultValue="yes" className="field-compact">
              <option value="yes">{words.overlap.yes}</option>
              <option value="no">{words.overlap.no}</option>
            </select>
          )}
        </Field>
      </DialogForm>
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
