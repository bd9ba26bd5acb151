/** In ascending order. */
export const roles = ["VIEWER", "DEVELOPER", "ADMIN", "OWNER"] as const;
export type Role = (typeof roles)[number];

/** The least role for each permission. */
const leastRoles = {
  "project.read": "VIEWER",
  "project.export": "VIEWER",
  "team.read": "VIEWER",
  "checkouts.create": "DEVELOPER",
  "checkouts.cancel": "DEVELOPER",
  "links.manage": "DEVELOPER",
  "keys.manage": "DEVELOPER",
  "origins.manage": "DEVELOPER",
  "webhooks.manage": "DEVELOPER",
  "requestLog.read": "DEVELOPER",
  "testTools.use": "DEVELOPER",
  /** A server key reads every checkout and requests refunds. */
  "keys.manageServer": "ADMIN",
  "payments.accept": "ADMIN",
  "refunds.request": "ADMIN",
  "refunds.cancel": "ADMIN",
  "refunds.sign": "ADMIN",
  "settlements.request": "ADMIN",
  "settings.change": "ADMIN",
  "team.manage": "ADMIN",
  "audit.read": "ADMIN",
  "settlementWallet.cancelChange": "ADMIN",
  /** Above the daily limit (spec D10). */
  "refunds.approve": "OWNER",
  "refundMode.change": "OWNER",
  "settlementWallet.change": "OWNER",
  "team.manageOwners": "OWNER",
  "project.delete": "OWNER",
} as const satisfies Record<string, Role>;

export type Permission = keyof typeof leastRoles;
export const permissions = Object.keys(leastRoles) as Permission[];

/** @example mayDo("DEVELOPER", "keys.manage") // true */
export function mayDo(role: Role, permission: Permission): boolean {
  return roles.indexOf(role) >= roles.indexOf(leastRoles[permission]);
}

/** The least role with this permission. */
export function leastRole(permission: Permission): Role {
  return leastRoles[permission];
}
