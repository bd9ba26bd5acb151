"use client";

import { Plus } from "lucide-react";
import { keyWords } from "@/components/dashboard/messages/developers";
import { ConfirmAction, DialogForm } from "@/components/dashboard/ui/form/dialog";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";
import { Field } from "../../ui/form/field";

const words = keyWords.origins;

export function AllowOrigin({ projectId }: { projectId: string }) {
  const label = (
    <>
      <Plus className="size-4" aria-hidden="true" />
      {words.add}
    </>
  );
  return (
    <DialogForm
      opener={{ label, look: "primary" }}
      state={useProjectAction(projectId, "allowOrigin")}
      title={words.add}
      toInput={(data) => ({ origin: String(data.get("origin")).trim() })}
      submit={words.add}
    >
      <Field name="origin" label={words.label} hint={words.hint}>
        {(control) => (
          <input
            {...control}
            type="text"
            inputMode="url"
            required
            maxLength={300}
            placeholder={words.placeholder}
            autoComplete="off"
            spellCheck={false}
            className="field-compact"
          />
        )}
      </Field>
    </DialogForm>
  );
}

export function ForbidOrigin({ projectId, origin }: { projectId: string; origin: string }) {
  const state = useProjectAction(projectId, "forbidOrigin");
  return (
    <ConfirmAction
      label={words.remove}
      ariaLabel={`${words.remove} ${origin}`}
      title={words.removeTitle(origin)}
      description={words.removeDescription}
      confirm={words.remove}
      state={state}
      input={{ origin }}
    />
  );
}
