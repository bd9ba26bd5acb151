"use client";

import { useState } from "react";
import { useProjectAction } from "@/lib/client/dashboard/use-action";
import { keyWords } from "../../messages/keys";
import { shellWords } from "../../messages/shell";
import { ActionForm } from "../../ui/action-form";
import { ConfirmAction } from "../../ui/confirm-action";
import { Dialog } from "../../ui/dialog";
import { Field } from "../../ui/field";
import { type KeyPlace, MadeKey } from "./made-key";

/** Rotates a key, or ends it. `shown` is what its owner knows it by. */
export function KeyButtons({
  place,
  keyId,
  shown,
  rotatable,
}: {
  place: KeyPlace;
  keyId: string;
  shown: string;
  rotatable: boolean;
}) {
  const isServer = place.kind === "server";
  const rotate = useProjectAction(place.projectId, isServer ? "rotateServerKey" : "rotateApiKey");
  const revoke = useProjectAction(place.projectId, isServer ? "revokeServerKey" : "revokeApiKey");
  const [open, setOpen] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const close = () => setOpen(false);
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {rotatable && (
        <button
          type="button"
          aria-label={keyWords.rotateTitle(shown)}
          onClick={() => setOpen(true)}
          className="button-compact button-secondary"
        >
          {keyWords.rotate}
        </button>
      )}
      <ConfirmAction
        label={keyWords.revoke}
        ariaLabel={`${keyWords.revoke} ${shown}`}
        look="danger"
        title={keyWords.revokeTitle(shown)}
        description={keyWords.revokeDescription}
        confirm={keyWords.revoke}
        state={revoke}
        input={{ keyId }}
      />
      <Dialog
        open={open}
        onClose={close}
        title={keyWords.rotateTitle(shown)}
        description={keyWords.rotateDescription}
      >
        <ActionForm
          state={rotate}
          toInput={(data) => ({ keyId, overlap: data.get("overlap") === "yes" })}
          onDone={({ key }: { key: string }) => {
            close();
            setMade(key);
          }}
          submit={keyWords.rotate}
          beside={
            <button type="button" onClick={close} className="button-compact button-secondary">
              {shellWords.cancel}
            </button>
          }
        >
          <Field name="overlap" label={keyWords.oldKey} hint={keyWords.overlapHint}>
            {(control) => (
              <select {...control} defaultValue="yes" className="field-compact">
                <option value="yes">{keyWords.overlap.yes}</option>
                <option value="no">{keyWords.overlap.no}</option>
              </select>
            )}
          </Field>
        </ActionForm>
      </Dialog>
      <MadeKey made={made} place={place} onClose={() => setMade(null)} />
    </div>
  );
}
