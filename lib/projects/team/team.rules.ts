import { mayDo, type Role, roles } from "@/lib/accounts/roles.rules";
import { dayMs } from "@/lib/platform/values/time.rules";

/** How long an invitation's link works: seven days. */
export const invitationLifeMs = 7 * dayMs;

/** Whether a role may give another person this role, by invitation or change. */
export function mayGive(actor: Role, role: Role): boolean {
  return mayDo(actor, role === "OWNER" ? "team.manageOwners" : "team.manage");
}

/** Whether a role may change or remove a member who has this role. Everyone may leave. */
export function mayTouch(actor: Role, member: Role): boolean {
  return mayGive(actor, member);
}

/** Whether the new role has fewer permissions. */
export function isLess(role: Role, before: Role): boolean {
  return roles.indexOf(role) < roles.indexOf(before);
}

/** Whether the new role (null for none) may no longer use server keys, including those they created. */
export function leavesServerKeys(role: Role | null, before: Role): boolean {
  return mayDo(before, "keys.manageServer") && (role === null || !mayDo(role, "keys.manageServer"));
}

/** Which pending requests end with a new role, or none. */
export function endsWith(role: Role | null): {
  invitations: "all" | "owners" | "none";
  walletChange: boolean;
} {
  if (role === null || !mayDo(role, "team.manage")) return { invitations: "all", walletChange: true };
  if (!mayDo(role, "settlementWallet.change")) return { invitations: "owners", walletChange: true };
  return { invitations: "none", walletChange: false };
}
