"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { useProjectAction } from "@/lib/client/dashboard/use-action";
import { keyWords } from "../../messages/keys";
import { shellWords } from "../../messages/shell";
import { ActionForm } from "../../ui/action-form";
import { ConfirmAction } from "../../ui/confirm-action";
import { Dialog } from "../../ui/dialog";
import { Field } from "../../ui/field";

const words = keyWords.origins;

export function AllowOrigin({ projectId }: { projectId: string }) {
  const state = useProjectAction(projectId, "allowOrigin");
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)} className="button-compact button-primary">
        <Plus className="size-4" aria-hidden="true" />
        {words.add}
      </button>
      <Dialog open={open} onClose={close} title={words.add}>
        <ActionForm
          state={state}
          toInput={(data) => ({ origin: String(data.get("origin")).trim() })}
          onDone={close}
          submit={words.add}
          beside={
            <button type="button" onClick={close} className="button-compact button-secondary">
              {shellWords.cancel}
            </button>
          }
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
        </ActionForm>
      </Dialog>
    </>
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
