"use client";

import { listWords } from "@/components/dashboard/messages/shell";
import { ConfirmProjectAction, DialogForm } from "@/components/dashboard/ui/form/dialog";
import { InputField } from "@/components/dashboard/ui/form/field";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";
import { fill } from "@/lib/platform/i18n/message.rules";
import type { SavedList, SavedView } from "@/lib/projects/views/saved-view.rules";

const words = listWords.views;

type Props = {
  list: SavedList;
  projectId: string;
  /** The present filter, as the URL has it. */
  query: string;
  views: readonly SavedView[];
};

/** Saves the present filter under a name, or removes the saved one that it is. */
export function ViewButton({ list, projectId, query, views }: Props) {
  const state = useProjectAction(projectId, "saveView");
  const saved = views.find((view) => view.query === query);
  if (saved !== undefined)
    return (
      <ConfirmProjectAction
        projectId={projectId}
        action="removeView"
        label={words.removeConfirm}
        ariaLabel={fill(words.remove, { name: saved.name })}
        variant="quiet"
        title={words.removeTitle}
        description={words.removeHint}
        confirm={words.removeConfirm}
        input={{ list, name: saved.name }}
      />
    );
  return (
    <DialogForm
      opener={{ label: words.save, variant: "quiet" }}
      state={state}
      title={words.title}
      description={words.hint}
      toInput={(data) => ({ list, name: `${data.get("name") ?? ""}`.trim(), query })}
      submit={words.save}
    >
      <InputField name="name" label={words.name} required maxLength={60} autoComplete="off" />
    </DialogForm>
  );
}
