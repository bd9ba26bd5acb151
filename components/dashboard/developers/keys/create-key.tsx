"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";
import { keyLives } from "@/lib/projects/projects.schema";
import { keyWords } from "../../messages/keys";
import { DialogForm } from "../../ui/form/dialog-form";
import { Field } from "../../ui/form/field";
import { type KeyPlace, MadeKey } from "./made-key";

/** Makes a key, shows it once, and what to do with it. `onMade` is told of it, too. */
export function CreateKey({ place, onMade }: { place: KeyPlace; onMade?: (key: string) => void }) {
  const { kind, projectId } = place;
  const state = useProjectAction(projectId, kind === "server" ? "createServerKey" : "createApiKey");
  const [made, setMade] = useState<string | null>(null);
  const words = keyWords.kinds[kind];
  const label = (
    <>
      <Plus className="size-4" aria-hidden="true" />
      {words.create}
    </>
  );
  return (
    <>
      <DialogForm
        opener={{ label, look: "primary" }}
        state={state}
        title={words.create}
        description={words.description}
        toInput={(data) => ({
          expiresInDays: data.get("expiresInDays") === "" ? null : Number(data.get("expiresInDays")),
        })}
        onDone={({ key }: { key: string }) => {
          setMade(key);
          onMade?.(key);
        }}
        submit={words.create}
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
      </DialogForm>
      <MadeKey made={made} place={place} onClose={() => setMade(null)} />
    </>
  );
}
