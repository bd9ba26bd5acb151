"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { useProjectAction } from "@/lib/client/dashboard/use-action";
import { keyLives } from "@/lib/schemas/dashboard/keys";
import { keyWords } from "../../messages/keys";
import { shellWords } from "../../messages/shell";
import { ActionForm } from "../../ui/action-form";
import { Dialog } from "../../ui/dialog";
import { Field } from "../../ui/field";
import { type KeyPlace, MadeKey } from "./made-key";

/** Makes a key, shows it once, and what to do with it. `onMade` is told of it, too. */
export function CreateKey({ place, onMade }: { place: KeyPlace; onMade?: (key: string) => void }) {
  const { kind, projectId } = place;
  const state = useProjectAction(projectId, kind === "server" ? "createServerKey" : "createApiKey");
  const [open, setOpen] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const words = keyWords.kinds[kind];
  return (
    <>
      <button type="button" onClick={() => setOpen(true)} className="button-compact button-primary">
        <Plus className="size-4" aria-hidden="true" />
        {words.create}
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={words.create} description={words.description}>
        <ActionForm
          state={state}
          toInput={(data) => ({
            expiresInDays: data.get("expiresInDays") === "" ? null : Number(data.get("expiresInDays")),
          })}
          onDone={({ key }: { key: string }) => {
            setOpen(false);
            setMade(key);
            onMade?.(key);
          }}
          submit={words.create}
          beside={
            <button type="button" onClick={() => setOpen(false)} className="button-compact button-secondary">
              {shellWords.cancel}
            </button>
          }
        >
          <Field name="expiresInDays" label={keyWords.life} hint={keyWords.lifeHint}>
            {(control) => (
              <select {...control} defaultValue="" className="field-compact">
                {[null, ...keyLives].map((days) => (
                  <option key={days} value={days ?? ""}>
                    {keyWords.lives(days)}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </ActionForm>
      </Dialog>
      <MadeKey made={made} place={place} onClose={() => setMade(null)} />
    </>
  );
}
