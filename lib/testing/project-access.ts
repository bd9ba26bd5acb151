import type { Role } from "@/lib/accounts/roles.rules";
import { openProject, type ProjectAccess } from "@/lib/projects/project-access";
import { createMembershipStore } from "@/lib/projects/team/membership.store";
import { newId, noon } from "./builders";
import type { TestStores } from "./stores";

/** A new person with this role in the project, just signed in. */
export async function openTestAccess(
  { database }: Pick<TestStores, "database">,
  projectId: string,
  role: Role = "OWNER",
): Promise<ProjectAccess> {
  const userId = newId("usr");
  const email = `${userId}@example.com`;
  await database.prisma.user.create({ data: { id: userId, email } });
  await database.prisma.membership.create({ data: { userId, projectId, role } });
  const signedIn = {
    sessionId: newId("ses"),
    userId,
    email,
    name: null,
    hasPassword: false,
    walletAddress: null,
    hasSecondFactor: false,
    authenticatedAt: noon,
  };
  return openProject({ memberships: createMembershipStore(database) }, signedIn, projectId);
}
