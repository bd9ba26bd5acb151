/**
 * The actions of the audit log, and when owners and admins get an e-mail about them: at once about the wallet, keys and
 * people, and in the week's e-mail about other rules and receivers. False for everyday work, and for actions with an
 * e-mail of their own.
 */
export const auditActions = {
  "api_key.created": "at once",
  "api_key.rotated": "at once",
  "api_key.revoked": "at once",
  "webhook_endpoint.created": "weekly",
  "webhook_endpoint.updated": "weekly",
  "webhook_endpoint.enabled": "weekly",
  "webhook_endpoint.disabled": "weekly",
  "webhook_endpoint.deleted": "weekly",
  "webhook_endpoint.secret_rotated": "at once",
  "webhook_endpoint.tested": false,
  "webhook_endpoint.failed_replayed": false,
  "webhook_delivery.replayed": false,
  "refund.requested": false,
  "refund.approved": "weekly",
  "refund.cancelled": false,
  "refund.claim_reissued": false,
  "refund.claim_mailed": false,
  "refund.sign_link_issued": false,
  "checkout.created": false,
  "checkout.cancelled": false,
  "checkout.payment_accepted": false,
  // Entries written before partial payments could be accepted.
  "checkout.late_payment_accepted": false,
  "checkout.excess_dismissed": false,
  "payment_link.created": "weekly",
  "payment_link.changed": "weekly",
  "payment_link.disabled": "weekly",
  "settlement.requested": false,
  "stray.returned": false,
  "stray.counted": false,
  "stray.swept": false,
  "test_tool.used": false,
  "incident.closed": false,
  "project.created": false,
  "project.deleted": "at once",
  "project.setting_changed": "weekly",
  "project.api_key_narrowed": "at once",
  "project.logo_changed": "weekly",
  "project.logo_removed": "weekly",
  "project.limit_changed": "weekly",
  "project.accent_changed": "weekly",
  "project.origin_allowed": "at once",
  "project.origin_forbidden": "at once",
  "project.wallet_change_requested": false,
  "project.wallet_change_cancelled": "at once",
  "project.settlement_wallet_changed": "at once",
  "team.invited": "at once",
  "team.invitation_renewed": "at once",
  "team.invitation_revoked": "at once",
  "team.joined": "at once",
  "team.role_changed": "at once",
  "team.removed": "at once",
  "team.left": "at once",
} as const satisfies Readonly<Record<string, "at once" | "weekly" | false>>;

type Actions = typeof auditActions;

/** Actions that owners and admins get an e-mail about. */
export type MailedAction = {
  [Action in keyof Actions]: Actions[Action] extends false ? never : Action;
}[keyof Actions];

export const weeklyActions = Object.entries(auditActions).flatMap(([action, when]) =>
  when === "weekly" ? [action] : [],
);

/** Settings about where money may go, who may send it, and what keys may do. */
export const guardingSettings: readonly string[] = [
  "refundMode",
  "refundDailyLimitUnits",
  "allowedWallets",
  "apiKeyUse",
  "apiKeyCreatesCheckouts",
];

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
  return Object.hasOwn(auditActions, action) && auditActions[action as keyof Actions] !== false;
}

/** Whether they get it at once. */
export function isMailedAtOnce(action: string, details: Readonly<Record<string, unknown>> | null): boolean {
  if (!isMailedToOwners(action)) return false;
  if (action === "project.setting_changed") return guardingSettings.includes(String(details?.setting));
  return auditActions[action] === "at once";
}
