import type { Role } from "@/lib/accounts/roles.rules";
import { roles } from "@/lib/accounts/roles.rules";
import type { ProjectAccess } from "@/lib/projects/access/project-access";
import { endsWith } from "@/lib/projects/team.rules";
import type { TeamTransaction } from "./team.store";

/**
 * Withdraws what somebody began and may not begin any more: a link that they sent to themselves would let them in
 * again, and a wallet that they named would be paid tomorrow.
 *
 * @param role what they are from now on; null for nothing
 */
export async function endWhatTheyBegan(
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
    details: { reason: "Who asked for it is no owner any more." },
    at,
  });
}
