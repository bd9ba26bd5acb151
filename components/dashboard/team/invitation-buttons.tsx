"use client";

import { useState } from "react";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";
import { teamWords } from "../messages/team";
import { ConfirmAction } from "../ui/form/confirm-action";
import { type Sent, SentInvitation } from "./sent-invitation";

type Props = { projectId: string; invitationId: string; email: string };

/** What can be done with an invitation that waits. */
export function InvitationButtons({ projectId, invitationId, email }: Props) {
  const renew = useProjectAction(projectId, "renewInvitation");
  const revoke = useProjectAction(projectId, "revokeInvitation");
  const [sent, setSent] = useState<Sent | null>(null);
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <ConfirmAction
        label={teamWords.renew}
        ariaLabel={teamWords.renewOf(email)}
        title={teamWords.renewTitle(email)}
        description={teamWords.renewText}
        confirm={teamWords.renewSubmit}
        state={renew}
        input={{ invitationId }}
        onDone={({ url, mailed }: { url: string | null; mailed: boolean }) => setSent({ email, url, mailed })}
      />
      <ConfirmAction
        label={teamWords.revoke}
        ariaLabel={teamWords.revokeOf(email)}
        look="danger"
        title={teamWords.revokeTitle(email)}
        description={teamWords.revokeText}
        confirm={teamWords.revoke}
        state={revoke}
        input={{ invitationId }}
      />
      <SentInvitation sent={sent} onClose={() => setSent(null)} />
    </div>
  );
}
