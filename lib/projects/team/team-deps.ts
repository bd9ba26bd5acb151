import type { AuditEntry } from "@/lib/accounts/audit.store";
import type { Role } from "@/lib/accounts/roles.rules";
import type { Mail } from "@/lib/mail/mail-deps";
import type { Clock } from "@/lib/platform/clock";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { ProjectAccess } from "@/lib/projects/project-access";
import { projectNotFound } from "@/lib/projects/project-access";
import { mayGive, mayTouch } from "./team.rules";
import type { TeamStore, TeamTransaction } from "./team.store";

export type TeamDeps = {
  clock: Clock;
  team: TeamStore;
  /** Origin of the dashboard. */
  dashboardUrl: string;
  mail: Mail;
};

/**
 * Changes a project's members, with the actor's role at that moment: it may have changed since the request began.
 *
 * @throws CheckoutError PROJECT_NOT_FOUND, also for a former member
 */
export async function changeTeam<T>(
  { team }: Pick<TeamDeps, "team">,
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
  if (!mayGive(actor, role)) throw forbidden(role, "Only an owner can make someone an owner.");
}

/** @throws CheckoutError FORBIDDEN */
export function requireTouch(actor: Role, member: Role): void {
  if (!mayTouch(actor, member)) throw forbidden(member, "Only an owner can change or remove an owner.");
}

function forbidden(role: Role, ofOwners: string): CheckoutError {
  return new CheckoutError(
    "FORBIDDEN",
    role === "OWNER" ? ofOwners : "Your role in this project doesn't allow this. It requires admin.",
  );
}

/** @throws CheckoutError CONFLICT when no other owner would be left */
export async function requireAnotherOwner(tx: TeamTransaction, userId: string): Promise<void> {
  if ((await tx.otherOwners(userId)) > 0) return;
  throw new CheckoutError(
    "CONFLICT",
    "A project needs an owner. Make someone else an owner first, or delete the project.",
  );
}

export function memberNotFound(): CheckoutError {
  return new CheckoutError("NOT_FOUND", "This person isn't in the project.");
}

export function invitationNotFound(): CheckoutError {
  return new CheckoutError(
    "NOT_FOUND",
    "This invitation doesn't exist any more: it was accepted or revoked.",
  );
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
