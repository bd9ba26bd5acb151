"use client";

import { useState } from "react";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";
import { keyWords } from "../../messages/keys";
import { ConfirmAction } from "../../ui/form/confirm-action";
import { DialogForm } from "../../ui/form/dialog-form";
import { Field } from "../../ui/form/field";
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
  const [made, setMade] = useState<string | null>(null);
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {rotatable && (
        <DialogForm
          opener={{ label: keyWords.rotate, ariaLabel: keyWords.rotateTitle(shown) }}
          state={rotate}
          title={keyWords.rotateTitle(shown)}
          description={keyWords.rotateDescription}
          toInput={(data) => ({ keyId, overlap: data.get("overlap") === "yes" })}
          onDone={({ key }: { key: string }) => setMade(key)}
          submit={keyWords.rotate}
        >
          <Field name="overlap" label={keyWords.oldKey} hint={keyWords.overlapHint}>
            {(control) => (
              <select {...control} defaultValue="yes" className="field-compact">
                <option value="yes">{keyWords.overlap.yes}</option>
                <option value="no">{keyWords.overlap.no}</option>
              </select>
            )}
          </Field>
        </DialogForm>
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
      <MadeKey made={made} place={place} onClose={() => setMade(null)} />
    </div>
  );
}
