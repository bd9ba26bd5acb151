"use client";

import { Plus } from "lucide-react";
import { keyWords } from "@/components/dashboard/messages/developers";
import { DialogForm } from "@/components/dashboard/ui/form/dialog";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";
import { InputField } from "../../ui/form/field";

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
      opener={{ label, variant: "primary" }}
      state={useProjectAction(projectId, "allowOrigin")}
      title={words.add}
      toInput={(data) => ({ origin: String(data.get("origin")).trim() })}
      submit={words.add}
    >
      <InputField
        name="origin"
        label={words.label}
        hint={words.hint}
        inputMode="url"
        required
        maxLength={300}
        placeholder={words.placeholder}
        autoComplete="off"
        spellCheck={false}
      />
    </DialogForm>
  );
}
