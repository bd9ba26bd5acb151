"use client";

import { UserPlus } from "lucide-react";
import { useState } from "react";
import type { Role } from "@/lib/accounts/roles.rules";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";
import { teamWords } from "../messages/team";
import { DialogForm } from "../ui/form/dialog-form";
import { Field } from "../ui/form/field";
import { RoleField } from "./role-field";
import { type Sent, SentInvitation } from "./sent-invitation";

/** Asks somebody to join; without a mail server it shows the link once. */
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
