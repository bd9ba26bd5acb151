"use client";

import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useProjectAction } from "@/lib/client/dashboard/use-action";
import { settingsWords } from "../messages/settings";
import { shellWords } from "../messages/shell";
import { ActionForm } from "../ui/action-form";
import { Dialog } from "../ui/dialog";
import { Field } from "../ui/field";

/** Ends a project, once its name is typed. */
export function DeleteProject({ projectId, name }: { projectId: string; name: string }) {
  const state = useProjectAction(projectId, "deleteProject", true);
  const [open, setOpen] = useState(false);
  const show = () => {
    state.reset();
    setOpen(true);
  };
  return (
    <>
      <button type="button" onClick={show} className="button-compact button-danger">
        <Trash2 className="size-4" aria-hidden="true" />
        {settingsWords.delete}
      </button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={settingsWords.deleteTitle}
        description={settingsWords.dangerText}
      >
        <ActionForm
          state={state}
          toInput={(data) => ({ name: String(data.get("name")) })}
          onDone={() => location.assign("/dashboard")}
          submit={settingsWords.delete}
          danger
          beside={
            <button type="button" onClick={() => setOpen(false)} className="button-compact button-secondary">
              {shellWords.cancel}
            </button>
          }
        >
          <Field name="name" label={settingsWords.deleteName(name)}>
            {(control) => (
              <input {...control} type="text" required autoComplete="off" className="field-compact" />
            )}
          </Field>
        </ActionForm>
      </Dialog>
    </>
  );
}
