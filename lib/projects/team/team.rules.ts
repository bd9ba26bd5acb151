import { mayDo, type Role, roles } from "@/lib/accounts/roles.rules";
import { dayMs } from "@/lib/platform/values/time.rules";

/** An invitation's link is good for seven days. */
export const invitationLifeMs = 7 * dayMs;

/** Whether someone of a role may give another person this role, by invitation or by a change. */
export function mayGive(actor: Role, role: Role): boolean {
  return mayDo(actor, role === "OWNER" ? "team.manageOwners" : "team.manage");
}

/** Whether someone of a role may change or remove a member who has this role. To leave is everybody's right. */
export function mayTouch(actor: Role, member: Role): boolean {
  return mayGive(actor, member);
}

/** Whether someone may do less than before. */
export function isLess(role: Role, before: Role): boolean {
  return roles.indexOf(role) < roles.indexOf(before);
}

/** Whether someone of this role, null for none, may no longer have to do with server keys, those they made included. */
export function leavesServerKeys(role: Role | null, before: Role): boolean {
  return mayDo(before, "keys.manageServer") && (role === null || !mayDo(role, "keys.manageServer"));
}

/** What becomes of what someone began in a project, once their role there is another, or none. */
export function endsWith(role: Role | null): {
  invitations: "all" | "owners" | "none";
  walletChange: boolean;
} {
  if (role === null || !mayDo(role, "team.manage")) return { invitations: "all", walletChange: true };
  if (!mayDo(role, "settlementWallet.change")) return { invitations: "owners", walletChange: true };
  return { invitations: "none", walletChange: false };
}
