"use client";

import { UserPlus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { shellWords } from "@/components/dashboard/messages/shell";
import { teamWords } from "@/components/dashboard/messages/team";
import { counted } from "@/components/dashboard/messages/text";
import { SecretOnce } from "@/components/dashboard/ui/copy-button";
import {
  ConfirmAction,
  ConfirmProjectAction,
  Dialog,
  DialogForm,
} from "@/components/dashboard/ui/form/dialog";
import { InputField, SelectField } from "@/components/dashboard/ui/form/field";
import { Link } from "@/components/dashboard/ui/link";
import type { Role } from "@/lib/accounts/roles.rules";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";
import { fill } from "@/lib/platform/i18n/message.rules";

/** A choice of roles, each explained. */
function RoleField({ roles, initial }: { roles: readonly Role[]; initial: Role }) {
  const [role, setRole] = useState<Role>(initial);
  return (
    <SelectField
      name="role"
      label={teamWords.role}
      hint={teamWords.roleHints[role]}
      value={role}
      onChange={(event) => setRole(event.target.value as Role)}
    >
      {roles.map((each) => (
        <option key={each} value={each}>
          {shellWords.roles[each]}
        </option>
      ))}
    </SelectField>
  );
}

type Props = {
  projectId: string;
  /** @property serverKeys how many active server keys they created */
  member: { userId: string; who: string; role: Role; serverKeys: number };
  /** Empty without the permission to change this member. */
  gives: readonly Role[];
  isSelf: boolean;
};

/** Actions for one member. */
export function MemberButtons({ projectId, member, gives, isSelf }: Props) {
  const leave = useProjectAction(projectId, "leaveProject", true);
  const { userId, who, serverKeys } = member;
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {gives.length > 0 && <ChangeRole projectId={projectId} member={member} gives={gives} />}
      {isSelf ? (
        <ConfirmAction
          label={teamWords.leave}
          variant="danger"
          title={teamWords.leaveTitle}
          description={
            <WithServerKeys
              projectId={projectId}
              keyNote={serverKeys > 0 && counted(teamWords.serverKeysOwn, serverKeys)}
            >
              {teamWords.leaveText}
            </WithServerKeys>
          }
          confirm={teamWords.leaveSubmit}
          state={leave}
          input={{}}
          onDone={() => location.assign("/dashboard")}
        />
      ) : (
        gives.length > 0 && (
          <ConfirmProjectAction
            projectId={projectId}
            action="removeMember"
            label={teamWords.remove}
            ariaLabel={fill(teamWords.removeOf, { who })}
            variant="danger"
            title={fill(teamWords.removeTitle, { who })}
            description={
              <WithServerKeys
                projectId={projectId}
                keyNote={serverKeys > 0 && counted(teamWords.serverKeys, serverKeys)}
              >
                {teamWords.removeText}
              </WithServerKeys>
            }
            confirm={teamWords.removeSubmit}
            input={{ userId }}
          />
        )
      )}
    </div>
  );
}

/** The text of a change, with a note on server keys that stay active. */
function WithServerKeys({
  projectId,
  keyNote,
  children,
}: {
  projectId: string;
  keyNote: string | false;
  children: ReactNode;
}) {
  return (
    <>
      <p>{children}</p>
      {keyNote !== false && (
        <p className="mt-2 font-medium text-ink">
          {keyNote}{" "}
          <Link href={`/dashboard/projects/${projectId}/developers/keys`} className="text-link">
            {teamWords.serverKeysLink}
          </Link>
        </p>
      )}
    </>
  );
}

function ChangeRole({ projectId, member: { userId, who, role, serverKeys }, gives }: Omit<Props, "isSelf">) {
  return (
    <DialogForm
      opener={{ label: teamWords.change, ariaLabel: fill(teamWords.changeOf, { who }) }}
      state={useProjectAction(projectId, "changeRole")}
      title={fill(teamWords.changeTitle, { who })}
      toInput={(data) => ({ userId, role: data.get("role") })}
      submit={teamWords.changeSubmit}
    >
      <RoleField roles={gives} initial={role} />
      {serverKeys > 0 && (
        <div className="text-muted text-sm">
          <WithServerKeys projectId={projectId} keyNote={counted(teamWords.serverKeys, serverKeys)}>
            {teamWords.serverKeysStay}
          </WithServerKeys>
        </div>
      )}
    </DialogForm>
  );
}

export type Sent = { email: string; url: string | null; mailed: boolean };

/** The link of a new invitation; it is shown only once. */
function SentInvitation({ sent, onClose }: { sent: Sent | null; onClose: () => void }) {
  return (
    <Dialog open={sent !== null} onClose={onClose} title={teamWords.sentTitle} insistent>
      {sent !== null && (
        <>
          <p className="text-sm">
            {sent.mailed
              ? fill(teamWords.sentMailed, { email: sent.email })
              : fill(teamWords.sentNotMailed, { email: sent.email })}
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

type InvitationProps = { projectId: string; invitationId: string; email: string };

/** Actions for a pending invitation. */
export function InvitationButtons({ projectId, invitationId, email }: InvitationProps) {
  const [sent, setSent] = useState<Sent | null>(null);
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <ConfirmProjectAction
        projectId={projectId}
        action="renewInvitation"
        label={teamWords.renew}
        ariaLabel={fill(teamWords.renewOf, { email })}
        title={fill(teamWords.renewTitle, { email })}
        description={teamWords.renewText}
        confirm={teamWords.renewSubmit}
        input={{ invitationId }}
        onDone={({ url, mailed }: { url: string | null; mailed: boolean }) => setSent({ email, url, mailed })}
      />
      <ConfirmProjectAction
        projectId={projectId}
        action="revokeInvitation"
        label={teamWords.revoke}
        ariaLabel={fill(teamWords.revokeOf, { email })}
        variant="danger"
        title={fill(teamWords.revokeTitle, { email })}
        description={teamWords.revokeText}
        confirm={teamWords.revoke}
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
        opener={{ label, variant: "primary" }}
        state={state}
        title={teamWords.inviteTitle}
        toInput={(data) => ({ email, role: data.get("role") })}
        onDone={({ url, mailed }: { url: string | null; mailed: boolean }) => {
          setSent({ email, url, mailed });
          setEmail("");
        }}
        submit={teamWords.inviteSubmit}
      >
        <InputField
          name="email"
          label={teamWords.email}
          hint={teamWords.emailHint}
          type="email"
          required
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <RoleField roles={gives} initial="DEVELOPER" />
      </DialogForm>
      <SentInvitation sent={sent} onClose={() => setSent(null)} />
    </>
  );
}
