import { type Role, roles } from "@/lib/accounts/roles.rules";
import {
  describeCount,
  describeTime,
  inert,
  type LetterReader,
  letterWords,
  paragraphs,
} from "@/lib/letters/letter-text";
import type { Letter } from "@/lib/letters/mail.store";
import { isMailAddress } from "@/lib/letters/mail-kinds.rules";
import { fill, fillCount } from "@/lib/platform/i18n/message.rules";
import { hourMs } from "@/lib/platform/values/time.rules";
import type { ProjectAccess } from "@/lib/projects/project-access";
import type { TeamParts } from "@/lib/projects/projects.parts";
import {
  changeTeam,
  memberNotFound,
  requireAnotherOwner,
  requireGive,
  requireTouch,
  teamEntry,
} from "./manage-invitations";
import { endsWith, isLess, leavesServerKeys } from "./team.rules";
import type { Member, OpenInvitation, TeamTransaction } from "./team.store";

const nameLength = 60;

/** Repeated changes back and forth send one e-mail per direction and hour. */
const hourOf = (at: Date) => Math.floor(at.getTime() / hourMs);

type LostRole = {
  projectId: string;
  projectName: string;
  timeZone: string | null;
  userId: string;
  person: LetterReader & { name: string | null };
  /** Null when they did it themselves. */
  by: string | null;
  /** The person's new role; null for none. */
  after: Role | null;
  at: Date;
  dashboardUrl: string;
};

/** The e-mail to a person who was removed from a project, or lost permissions in it. */
function lostRoleLetter(change: LostRole & { by: string }): Letter {
  const { projectId, userId, after, dashboardUrl } = change;
  const { language, words } = letterWords(change.person.language);
  const kind = after === null ? "team.removed" : "team.role_lowered";
  const project = inert(change.projectName, nameLength);
  const who = inert(change.by, nameLength);
  const time = describeTime(change.at, change.timeZone, language);
  const letter = {
    dedupeKey: [kind, projectId, userId, after ?? "out", hourOf(change.at)].join("/"),
    kind,
    projectId,
    recipient: change.person.email,
    language,
  } as const;
  if (after === null) {
    const { subject, what, kept, mistake } = words.removed;
    const body = paragraphs(fill(what, { who, project, time }), kept, mistake);
    return { ...letter, subject: fill(subject, { project }), body };
  }
  const { subject, what, see } = words.roleLowered;
  const role = words.roles[after];
  const link = `${dashboardUrl}/dashboard/projects/${projectId}`;
  const body = paragraphs(fill(what, { who, project, time, role }), see, link);
  return { ...letter, subject: fill(subject, { project, role }), body };
}

/** The e-mail to everyone who can rotate server keys, when a person who knows some loses access to them. */
function keysKnownLetter(change: LostRole & { serverKeys: number }, reader: LetterReader): Letter {
  const { projectId, userId, person, by, after, serverKeys, at, dashboardUrl } = change;
  const { language, words } = letterWords(reader.language);
  const { subject, keys, advice } = words.keysKnown;
  const project = inert(change.projectName, nameLength);
  const who = inert(person.name ?? person.email, nameLength);
  const counted = { project, who, count: describeCount(language, serverKeys) };
  return {
    dedupeKey: ["team.keys_known", projectId, userId, after ?? "out", hourOf(at), reader.userId].join("/"),
    kind: "team.keys_known",
    projectId,
    recipient: reader.email,
    language,
    subject: fillCount(subject, serverKeys, language, counted),
    body: paragraphs(
      `${whatHappened()} ${fillCount(keys, serverKeys, language, counted)}`,
      advice,
      `${dashboardUrl}/dashboard/projects/${projectId}/developers/keys`,
    ),
  };

  function whatHappened(): string {
    const { left, became, removed, made } = words.keysKnown;
    const facts = { who, project, time: describeTime(at, change.timeZone, language) };
    const actor = by === null ? null : inert(by, nameLength);
    if (after === null) return actor === null ? fill(left, facts) : fill(removed, { ...facts, by: actor });
    const inRole = { ...facts, role: words.roles[after] };
    return actor === null ? fill(became, inRole) : fill(made, { ...inRole, by: actor });
  }
}

/**
 * Notifies a person who lost permissions, unless they did it themselves, and tells owners and admins how many active
 * server keys that person may know.
 *
 * @param change.after null when removed
 */
async function tellOfRole(
  { mail, dashboardUrl }: TeamParts,
  tx: TeamTransaction,
  { projectId, timeZone, signedIn, userId: byId }: ProjectAccess,
  { userId, before, after }: { userId: string; before: Role; after: Role | null },
  at: Date,
): Promise<void> {
  const isLowered = after === null || isLess(after, before);
  const person = mail !== null && isLowered ? await tx.person(userId) : null;
  if (person === null) return;
  const { projectName } = tx;
  const by = userId === byId ? null : (signedIn.name ?? signedIn.email);
  const facts = { projectId, projectName, timeZone, userId, person, by, after, at, dashboardUrl };
  if (by !== null && isMailAddress(person.email)) await tx.write([lostRoleLetter({ ...facts, by })], at);
  const serverKeys = leavesServerKeys(after, before) ? await tx.countServerKeysOf(userId, at) : 0;
  if (serverKeys === 0) return;
  const readers = await tx.readers();
  await tx.write(
    readers.map((reader) => keysKnownLetter({ ...facts, serverKeys }, reader)),
    at,
  );
}

/**
 * Withdraws a person's pending requests that their new role no longer allows: an invitation that they sent to
 * themselves would let them in again, and a wallet that they named would be paid tomorrow.
 *
 * @param role the new role; null for none
 */
async function revokePendingActions(
  tx: TeamTransaction,
  access: ProjectAccess,
  userId: string,
  role: Role | null,
  at: Date,
): Promise<void> {
  const ends = endsWith(role);
  if (ends.invitations !== "none")
    await tx.revokeInvitationsOf(userId, ends.invitations === "all" ? roles : ["OWNER"], at);
  if (!ends.walletChange) return;
  const changeId = await tx.cancelWalletChangeOf(userId, at);
  if (changeId === null) return;
  await tx.audit({
    projectId: access.projectId,
    userId: access.userId,
    action: "project.wallet_change_cancelled",
    target: changeId,
    details: { reason: "The person who requested it is no longer an owner." },
    at,
  });
}

/**
 * Changes a member's role, effective with their next request. A lost permission is reported by e-mail.
 *
 * @throws CheckoutError FORBIDDEN when an admin makes or changes an owner; CONFLICT when no owner would be left;
 * NOT_FOUND, PROJECT_NOT_FOUND
 */
export async function changeRole(
  deps: TeamParts,
  access: ProjectAccess,
  { userId, role }: { userId: string; role: Role },
): Promise<void> {
  const at = deps.clock.now();
  await changeTeam(deps, access, async (tx, actor) => {
    const before = await tx.roleOf(userId);
    if (before === null) throw memberNotFound();
    requireTouch(actor, before);
    requireGive(actor, role);
    if (before === role) return;
    if (before === "OWNER") await requireAnotherOwner(tx, userId);
    await tx.setRole(userId, role);
    await tx.audit(teamEntry(access, "role_changed", userId, { before, after: role }, at));
    await revokePendingActions(tx, access, userId, role, at);
    await tellOfRole(deps, tx, access, { userId, before, after: role }, at);
  });
}

/**
 * Removes a member, or lets them leave, and withdraws their pending requests. Keys belong to the project and continue;
 * owners and admins learn how many server keys the person may know.
 *
 * @throws CheckoutError FORBIDDEN when an admin removes an owner; CONFLICT when no owner would be left; NOT_FOUND,
 * PROJECT_NOT_FOUND
 */
export async function removeMember(deps: TeamParts, access: ProjectAccess, userId: string): Promise<void> {
  const at = deps.clock.now();
  const leaves = userId === access.userId;
  await changeTeam(deps, access, async (tx, actor) => {
    const role = await tx.roleOf(userId);
    if (role === null) throw memberNotFound();
    if (!leaves) requireTouch(actor, role);
    if (role === "OWNER") await requireAnotherOwner(tx, userId);
    await tx.remove(userId);
    await tx.audit(teamEntry(access, leaves ? "left" : "removed", userId, { role }, at));
    await revokePendingActions(tx, access, userId, null, at);
    await tellOfRole(deps, tx, access, { userId, before: role, after: null }, at);
  });
}

/** The project's members and pending invitations; the latter only for those who may invite. */
export async function getTeam(
  { clock, team }: TeamParts,
  access: ProjectAccess,
): Promise<{ members: Member[]; invitations: OpenInvitation[] }> {
  access.require("team.read");
  const [members, invitations] = await Promise.all([
    team.members(access.projectId, clock.now()),
    access.may("team.manage") ? team.invitations(access.projectId) : [],
  ]);
  return { members, invitations };
}
