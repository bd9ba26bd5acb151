import type { AuditEntry } from "@/lib/accounts/audit.store";
import type { Role } from "@/lib/accounts/roles.rules";
import { describeTime, inert, letterWords, paragraphs } from "@/lib/letters/letter-text";
import { type Fault, type FaultKey, fault } from "@/lib/platform/faults/fault.rules";

import { fill } from "@/lib/platform/i18n/message.rules";
import { newClaimToken } from "@/lib/platform/ids";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { dayMs, startOfDay } from "@/lib/platform/values/time.rules";
import { type ProjectAccess, projectNotFound } from "@/lib/projects/project-access";
import type { TeamParts } from "@/lib/projects/projects.parts";
import { invitationLifeMs, mayGive, mayTouch } from "./team.rules";
import type { SentInvitations, TeamTransaction } from "./team.store";

/** Links per day (UTC), new and renewed: each is an e-mail that its recipient may not want. */
const mostADay: Readonly<Record<keyof SentInvitations, number>> = {
  /** From this project, and from this person's other projects. */
  toAddress: 5,
  byProject: 50,
  byPerson: 100,
};

const mailed = {
  toAddress: "projects.mailedAddress",
  byProject: "projects.mailedByProject",
  byPerson: "projects.mailedByPerson",
} as const satisfies Record<keyof SentInvitations, FaultKey>;

/**
 * Checks the limits before one more invitation, in the transaction that writes it.
 * @throws CheckoutError RATE_LIMIT_EXCEEDED until the next day (UTC)
 */
async function limitInvitations(
  tx: TeamTransaction,
  { userId }: ProjectAccess,
  email: string,
  at: Date,
): Promise<void> {
  const today = startOfDay(at);
  const sent = await tx.countSent(today, { email, userId });
  const reached = (["toAddress", "byProject", "byPerson"] as const).find(
    (each) => sent[each] >= mostADay[each],
  );
  if (reached === undefined) return;
  throw new CheckoutError("RATE_LIMIT_EXCEEDED", fault(mailed[reached], { most: mostADay[reached] }), {
    retryAfterSeconds: Math.ceil((today.getTime() + dayMs - at.getTime()) / 1_000),
  });
}

export type SentInvitation = {
  invitationId: string;
  /**
   * Shown once, since only the token's hash is stored, and only without e-mail. The link creates the account of that
   * address; an e-mailed link also proves who owns the mailbox.
   */
  url: string | null;
  expiresAt: Date;
  /** Whether we e-mail the link; without a mail server the inviter hands it over. */
  mailed: boolean;
};

const nameLength = 60;

/** Creates an invitation's link and its e-mail. */
async function sendInvitation(
  { dashboardUrl, mail }: TeamParts,
  { projectId, timeZone, signedIn }: ProjectAccess,
  invitation: {
    invitationId: string;
    email: string;
    role: Role;
    projectName: string;
    /** Of the invited person's account, if there is one. */
    language: string | null;
    token: string;
    expiresAt: Date;
  },
  at: Date,
): Promise<SentInvitation> {
  const { invitationId, email, role, projectName, token, expiresAt } = invitation;
  const url = `${dashboardUrl}/dashboard/invitations/${token}`;
  if (mail === null) return { invitationId, url, expiresAt, mailed: false };
  // Nobody knows the language of a person without an account, but they know who invites them.
  const { language, words } = letterWords(invitation.language ?? signedIn.language);
  const { subject, invited, accept, ignore } = words.invitation;
  const project = inert(projectName, nameLength);
  const who = inert(signedIn.name ?? signedIn.email, nameLength);
  await mail.letters.write(
    [
      {
        // A renewed link is another e-mail.
        dedupeKey: `team.invitation/${invitationId}/${expiresAt.getTime()}`,
        kind: "team.invitation",
        projectId,
        recipient: email,
        language,
        subject: fill(subject, { project }),
        body: paragraphs(
          fill(invited, { who, project, role: words.roles[role] }),
          fill(accept, { time: describeTime(expiresAt, timeZone, language) }),
          url,
          ignore,
        ),
      },
    ],
    at,
  );
  return { invitationId, url: null, expiresAt, mailed: true };
}

/** A larger number suggests a mailing list, not a project's members. */
const mostOpen = 100;

/**
 * Invites a person to the project by an e-mailed link; without a mail server the inviter sees it once.
 *
 * @param email lower-case
 * @throws CheckoutError FORBIDDEN when an admin invites an owner; CONFLICT for a member or a pending invitation;
 * RATE_LIMIT_EXCEEDED; PROJECT_NOT_FOUND
 */
export async function invite(
  deps: TeamParts,
  access: ProjectAccess,
  { email, role }: { email: string; role: Role },
): Promise<SentInvitation> {
  const at = deps.clock.now();
  const { token, hash: tokenHash } = newClaimToken();
  const invitationId = deps.newId("inv");
  const expiresAt = new Date(at.getTime() + invitationLifeMs);
  const { projectName, language } = await changeTeam(deps, access, async (tx, actor) => {
    requireGive(actor, role);
    if (await tx.isMember(email)) throw refused(fault("projects.isMember"));
    const open = await tx.invitation({ email });
    if (open !== null && open.expiresAt > at) throw refused(fault("projects.isInvited"));
    if (open !== null) await tx.revokeInvitation(open.invitationId, at);
    if ((await tx.countInvitations()) >= mostOpen) {
      throw refused(fault("projects.mostInvitations", { most: mostOpen }));
    }
    await limitInvitations(tx, access, email, at);
    await tx.insertInvitation(
      { invitationId, email, role, tokenHash, mailed: deps.mail !== null, expiresAt },
      access.userId,
      at,
    );
    await tx.audit(teamEntry(access, "invited", invitationId, { email, role }, at));
    return { projectName: tx.projectName, language: await tx.languageOf(email) };
  });
  const invitation = { invitationId, email, role, projectName, language, token, expiresAt };
  return sendInvitation(deps, access, invitation, at);
}

function refused(reason: Fault): CheckoutError {
  return new CheckoutError("CONFLICT", reason, { param: "email" });
}

/**
 * A new link for a pending invitation, valid for seven days; the previous link stops working.
 *
 * @throws CheckoutError FORBIDDEN, NOT_FOUND, RATE_LIMIT_EXCEEDED, PROJECT_NOT_FOUND
 */
export async function renewInvitation(
  deps: TeamParts,
  access: ProjectAccess,
  invitationId: string,
): Promise<SentInvitation> {
  const at = deps.clock.now();
  const { token, hash: tokenHash } = newClaimToken();
  const expiresAt = new Date(at.getTime() + invitationLifeMs);
  const renewed = await changeTeam(deps, access, async (tx, actor) => {
    const open = await tx.invitation({ invitationId });
    if (open === null) throw invitationNotFound();
    requireGive(actor, open.role);
    await limitInvitations(tx, access, open.email, at);
    await tx.renewInvitation(
      { invitationId, tokenHash, mailed: deps.mail !== null, expiresAt },
      access.userId,
    );
    const { email, role } = open;
    await tx.audit(teamEntry(access, "invitation_renewed", invitationId, { email, role }, at));
    return { email, role, projectName: tx.projectName, language: await tx.languageOf(email) };
  });
  return sendInvitation(deps, access, { invitationId, ...renewed, token, expiresAt }, at);
}

/**
 * Revokes an invitation: its link stops working.
 * @throws CheckoutError FORBIDDEN, NOT_FOUND, PROJECT_NOT_FOUND
 */
export async function revokeInvitation(
  deps: TeamParts,
  access: ProjectAccess,
  invitationId: string,
): Promise<void> {
  const at = deps.clock.now();
  await changeTeam(deps, access, async (tx, actor) => {
    const open = await tx.invitation({ invitationId });
    if (open === null) throw invitationNotFound();
    requireTouch(actor, open.role);
    await tx.revokeInvitation(invitationId, at);
    const { email, role } = open;
    await tx.audit(teamEntry(access, "invitation_revoked", invitationId, { email, role }, at));
  });
}

/**
 * Changes a project's members, with the actor's role at that moment: it may have changed since the request began.
 *
 * @throws CheckoutError PROJECT_NOT_FOUND, also for a former member
 */
export async function changeTeam<T>(
  { team }: TeamParts,
  access: ProjectAccess,
  work: (tx: TeamTransaction, role: Role) => Promise<T>,
): Promise<T> {
  const done = await team.transaction(access.projectId, async (tx) => {
    const role = await tx.roleOf(access.userId);
    if (role === null) throw projectNotFound();
    return { result: await work(tx, role) };
  });
  if (done === null) throw projectNotFound();
  return done.result;
}

/** @throws CheckoutError FORBIDDEN */
export function requireGive(actor: Role, role: Role): void {
  if (!mayGive(actor, role)) throw forbidden(role, fault("projects.onlyOwnerGives"));
}

/** @throws CheckoutError FORBIDDEN */
export function requireTouch(actor: Role, member: Role): void {
  if (!mayTouch(actor, member)) throw forbidden(member, fault("projects.onlyOwnerTouches"));
}

function forbidden(role: Role, ofOwners: Fault): CheckoutError {
  return new CheckoutError(
    "FORBIDDEN",
    role === "OWNER" ? ofOwners : fault("projects.roleTooLow", { least: "admin" }),
  );
}

/** @throws CheckoutError CONFLICT when no other owner would be left */
export async function requireAnotherOwner(tx: TeamTransaction, userId: string): Promise<void> {
  if ((await tx.otherOwners(userId)) > 0) return;
  throw new CheckoutError("CONFLICT", fault("projects.lastOwner"));
}

export function memberNotFound(): CheckoutError {
  return new CheckoutError("NOT_FOUND", fault("projects.notMember"));
}

function invitationNotFound(): CheckoutError {
  return new CheckoutError("NOT_FOUND", fault("projects.invitationGone"));
}

export function teamEntry(
  access: ProjectAccess,
  act: "role_changed" | "removed" | "left" | "invited" | "invitation_renewed" | "invitation_revoked",
  target: string,
  details: AuditEntry["details"],
  at: Date,
): AuditEntry {
  return { projectId: access.projectId, userId: access.userId, action: `team.${act}`, target, details, at };
}
