/**
 * The actions of the audit log: true for those that owners and admins get an e-mail about. False for everyday work,
 * which changes no rule, key, receiver or member, and for actions with an e-mail of their own.
 */
export const auditActions = {
  "api_key.created": true,
  "api_key.rotated": true,
  "api_key.revoked": true,
  "webhook_endpoint.created": true,
  "webhook_endpoint.updated": true,
  "webhook_endpoint.enabled": true,
  "webhook_endpoint.disabled": true,
  "webhook_endpoint.deleted": true,
  "webhook_endpoint.secret_rotated": true,
  "webhook_endpoint.tested": false,
  "webhook_endpoint.failed_replayed": false,
  "webhook_delivery.replayed": false,
  "refund.requested": false,
  "refund.approved": true,
  "refund.cancelled": false,
  "refund.claim_reissued": false,
  "refund.sign_link_issued": false,
  "checkout.created": false,
  "checkout.cancelled": false,
  "checkout.payment_accepted": false,
  // Entries written before partial payments could be accepted.
  "checkout.late_payment_accepted": false,
  "checkout.excess_dismissed": false,
  "payment_link.created": true,
  "payment_link.changed": true,
  "payment_link.disabled": true,
  "settlement.requested": false,
  "stray.returned": false,
  "stray.counted": false,
  "stray.swept": false,
  "test_tool.used": false,
  "incident.closed": false,
  "project.created": false,
  "project.deleted": true,
  "project.setting_changed": true,
  "project.api_key_narrowed": true,
  "project.logo_changed": true,
  "project.logo_removed": true,
  "project.limit_changed": true,
  "project.accent_changed": true,
  "project.origin_allowed": true,
  "project.origin_forbidden": true,
  "project.wallet_change_requested": false,
  "project.wallet_change_cancelled": true,
  "project.settlement_wallet_changed": true,
  "team.invited": true,
  "team.invitation_renewed": true,
  "team.invitation_revoked": true,
  "team.joined": true,
  "team.role_changed": true,
  "team.removed": true,
  "team.left": true,
} as const satisfies Readonly<Record<string, boolean>>;

/** Actions that owners and admins get an e-mail about. */
export type MailedAction = {
  [Action in keyof typeof auditActions]: (typeof auditActions)[Action] extends true ? Action : never;
}[keyof typeof auditActions];

const accountChanges = [
  "account.password_changed",
  "account.password_reset",
  "account.second_factor_on",
  "account.second_factor_off",
  "account.recovery_codes_renewed",
  "account.passkey_added",
  "account.passkey_removed",
  "account.wallet_linked",
  "account.wallet_unlinked",
] as const;

/** A change of how a person signs in, which they get an e-mail about. */
export type AccountChange = (typeof accountChanges)[number];

export function isAccountChange(action: string): action is AccountChange {
  return (accountChanges as readonly string[]).includes(action);
}

/** `account.…` is an action on one's own account; a chain's are of no project. */
export type AuditAction = keyof typeof auditActions | `account.${string}` | "chain.position-forgotten";

/** Whether owners and admins get an e-mail about the action. */
export function isMailedToOwners(action: string): action is MailedAction {
  return Object.hasOwn(auditActions, action) && auditActions[action as keyof typeof auditActions];
}
