"use client";

import { UserPlus } from "lucide-react";
import { useState } from "react";
import { useProjectAction } from "@/lib/client/dashboard/use-action";
import type { Role } from "@/lib/core/roles";
import { shellWords } from "../messages/shell";
import { teamWords } from "../messages/team";
import { ActionForm } from "../ui/action-form";
import { Dialog } from "../ui/dialog";
import { Field } from "../ui/field";
import { RoleField } from "./role-field";
import { type Sent, SentInvitation } from "./sent-invitation";

/** Asks somebody to join, and shows the link once. */
export function InviteSomebody({ projectId, gives }: { projectId: string; gives: readonly Role[] }) {
  const state = useProjectAction(projectId, "invite");
  const [open, setOpen] = useState(false);
  const show = () => {
    state.reset();
    setOpen(true);
  };
  const [email, setEmail] = useState("");
  const [sent, setSent] = useState<Sent | null>(null);
  return (
    <>
      <button type="button" onClick={show} className="button-compact button-primary">
        <UserPlus className="size-4" aria-hidden="true" />
        {teamWords.invite}
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={teamWords.inviteTitle}>
        <ActionForm
          state={state}
          toInput={(data) => ({ email, role: data.get("role") })}
          onDone={({ url, mailed }: { url: string | null; mailed: boolean }) => {
            setOpen(false);
            setSent({ email, url, mailed });
            setEmail("");
          }}
          submit={teamWords.inviteSubmit}
          beside={
            <button type="button" onClick={() => setOpen(false)} className="button-compact button-secondary">
              {shellWords.cancel}
            </button>
          }
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
        </ActionForm>
      </Dialog>
      <SentInvitation sent={sent} onClose={() => setSent(null)} />
    </>
  );
}
