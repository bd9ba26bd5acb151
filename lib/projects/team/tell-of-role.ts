import type { Role } from "@/lib/accounts/roles.rules";
import { isMailAddress } from "@/lib/mail/mail-kinds.rules";
import type { ProjectAccess } from "@/lib/projects/access/project-access";
import { isLess, leavesServerKeys } from "@/lib/projects/team.rules";
import type { TeamTransaction } from "@/lib/projects/team-store.port";
import type { TeamDeps } from "./team-deps";
import { keysKnownLetter, lostRoleLetter } from "./team-letters";

/**
 * Tells who may do less in the project, unless it was their own doing; and owners and admins how many server keys in
 * force that person made and may know.
 *
 * @param change.after null for who is out
 */
export async function tellOfRole(
  { mail, dashboardUrl }: Pick<TeamDeps, "mail" | "dashboardUrl">,
  tx: TeamTransaction,
  { projectId, signedIn, userId: byId }: ProjectAccess,
  { userId, before, after }: { userId: string; before: Role; after: Role | null },
  at: Date,
): Promise<void> {
  const isLowered = after === null || isLess(after, before);
  const person = mail !== null && isLowered ? await tx.person(userId) : null;
  if (person === null) return;
  const { projectName } = tx;
  const by = userId === byId ? null : (signedIn.name ?? signedIn.email);
  const facts = { projectId, projectName, userId, person, by, after, at, dashboardUrl };
  if (by !== null && isMailAddress(person.email)) await tx.write([lostRoleLetter({ ...facts, by })], at);
  const serverKeys = leavesServerKeys(after, before) ? await tx.countServerKeysOf(userId, at) : 0;
  if (serverKeys === 0) return;
  const readers = await tx.readers();
  await tx.write(
    readers.map((reader) => keysKnownLetter({ ...facts, serverKeys }, reader)),
    at,
  );
}
