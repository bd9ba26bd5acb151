"use client";

import { Trash2 } from "lucide-react";
import { DialogForm } from "@/components/dashboard/ui/form/dialog";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";
import { settingsWords } from "../messages/settings";
import { Field } from "../ui/form/field";

/** Deletes a project, after its name was typed. */
export function DeleteProject({ projectId, name }: { projectId: string; name: string }) {
  const label = (
    <>
      <Trash2 className="size-4" aria-hidden="true" />
      {settingsWords.delete}
    </>
  );
  return (
    <DialogForm
      opener={{ label, look: "danger" }}
      state={useProjectAction(projectId, "deleteProject", true)}
      title={settingsWords.deleteTitle}
      description={settingsWords.dangerText}
      toInput={(data) => ({ name: String(data.get("name")) })}
      onDone={() => location.assign("/dashboard")}
      submit={settingsWords.delete}
      danger
    >
      <Field name="name" label={settingsWords.deleteName(name)}>
        {(control) => (
          <input {...control} type="text" required autoComplete="off" className="field-compact" />
        )}
      </Field>
    </DialogForm>
  );
}
