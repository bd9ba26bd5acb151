"use client";

import { useProjectAction } from "@/lib/browser/dashboard/use-action";
import { linkWords as words } from "../messages/links";
import { ConfirmAction } from "../ui/form/confirm-action";

/** Closes a link for good. */
export function DisableLink({
  projectId,
  linkId,
  name,
}: {
  projectId: string;
  linkId: string;
  name: string;
}) {
  const state = useProjectAction(projectId, "disableLink");
  return (
    <ConfirmAction
      label={words.disable}
      ariaLabel={`${words.disable}: ${name}`}
      look="quiet"
      title={words.disableTitle}
      description={words.disableHint}
      confirm={words.disableConfirm}
      state={state}
      input={{ linkId }}
    />
  );
}
