"use client";

import { UserPlus } from "lucide-react";
import { useState } from "react";
import { teamWords } from "@/components/dashboard/messages/team";
import { ConfirmAction } from "@/components/dashboard/ui/form/confirm-action";
import { Dialog, DialogForm } from "@/components/dashboard/ui/form/dialog";
import { Field } from "@/components/dashboard/ui/form/field";
import { SecretOnce } from "@/components/dashboard/ui/form/secret-once";
import type { Role } from "@/lib/accounts/roles.rules";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";
import { RoleField } from "./member-buttons";

export type Sent = { email: string; url: string | null; mailed: boolean };

/** The link of a new invitation; it is shown only once. */
function SentInvitation({ sent, onClose }: { sent: Sent | null; onClose: () => void }) {
  return (
    <Dialog open={sent !== null} onClose={onClose} title={teamWords.sentTitle} insistent>
      {sent !== null && (
        <>
          <p className="text-sm">
            {sent.mailed ? teamWords.sentMailed(sent.email) : teamWords.sentNotMailed(sent.email)}
          </p>
          {sent.url !== null && <SecretOnce secret={sent.url} what={teamWords.link} />}
          <div className="flex justify-end">
            <button type="button" onClick={onClose} className="button-compact button-primary">
              {teamWords.done}
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}

type Props = { projectId: string; invitationId: string; email: string };

/** Actions for a pending invitation. */
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

/** Invites a person; without a mail server it shows the link once. */
export function InviteSomebody({ projectId, gives }: { projectId: string; gives: readonly Role[] }) {
  const state = useProjectAction(projectId, "invite");
  const [email, setEmail] = useState("");
  const [sent, setSent] = useState<Sent | null>(null);
  const label = (
    <>
      <UserPlus className="size-4" aria-hidden="true" />
      {teamWords.invite}
    </>
  );
  return (
    <>
      <DialogForm
        opener={{ label, look: "primary" }}
        state={state}
        title={teamWords.inviteTitle}
        toInput={(data) => ({ email, role: data.get("role") })}
        onDone={({ url, mailed }: { url: string | null; mailed: boolean }) => {
          setSent({ email, url, mailed });
          setEmail("");
        }}
        submit={teamWords.inviteSubmit}
      >
        <Field name="email" label={teamWords.email} hint={teamWords.emailHint}>
          {(control) => (
            <input
              {...control}
              type="email"
              required
              autoComplete="off"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
              className="field-compact"
            />
          )}
        </Field>
        <RoleField roles={gives} initial="DEVELOPER" />
      </DialogForm>
      <SentInvitation sent={sent} onClose={() => setSent(null)} />
    </>
  );
}
