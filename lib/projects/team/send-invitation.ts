import type { Role } from "@/lib/accounts/roles.rules";
import type { Mail } from "@/lib/mail/mail-deps";
import { describeTime, inert, paragraphs } from "@/lib/mail/plain-text";
import type { ProjectAccess } from "@/lib/projects/access/project-access";

export type SentInvitation = {
  invitationId: string;
  /**
   * Shown once, as only the hash of its token is kept, and only where no letter brings it: whoever opens it makes the
   * account of that address, and a mailed one shows whose the mailbox is.
   */
  url: string | null;
  expiresAt: Date;
  /** Whether a letter goes to whom it is for; without a mail server the link is handed over otherwise. */
  mailed: boolean;
};

const nameLength = 60;

/** Makes an invitation's link, and the letter that brings it. */
export async function sendInvitation(
  { dashboardUrl, mail }: { dashboardUrl: string; mail: Mail },
  { projectId, signedIn }: ProjectAccess,
  invitation: {
    invitationId: string;
    email: string;
    role: Role;
    projectName: string;
    token: string;
    expiresAt: Date;
  },
  at: Date,
): Promise<SentInvitation> {
  const { invitationId, email, role, projectName, token, expiresAt } = invitation;
  const url = `${dashboardUrl}/dashboard/invitations/${token}`;
  if (mail === null) return { invitationId, url, expiresAt, mailed: false };
  const name = inert(projectName, nameLength);
  await mail.letters.write(
    [
      {
        // Sent anew it is another letter.
        dedupeKey: `team.invitation/${invitationId}/${expiresAt.getTime()}`,
        kind: "team.invitation",
        projectId,
        recipient: email,
        subject: `You are invited to ${name}`,
        body: paragraphs(
          `${inert(signedIn.name ?? signedIn.email, nameLength)} asks you to join ${name} as ${role.toLowerCase()}.`,
          `To accept, open this link. It works once, until ${describeTime(expiresAt)}:`,
          url,
          "If you did not expect this, do nothing: nobody joins anything without the link.",
        ),
      },
    ],
    at,
  );
  return { invitationId, url: null, expiresAt, mailed: true };
}
