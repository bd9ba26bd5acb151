/**
 * The actions of the audit log, and their wording in e-mails to owners and admins. Null for everyday work, which
 * changes no rule, key, receiver or member, and for actions with an e-mail of their own.
 */
export const auditActions = {
  "api_key.created": "created a key",
  "api_key.rotated": "rotated a key",
  "api_key.revoked": "revoked a key",
  "webhook_endpoint.created": "added a webhook endpoint",
  "webhook_endpoint.updated": "changed a webhook endpoint",
  "webhook_endpoint.enabled": "enabled a webhook endpoint",
  "webhook_endpoint.disabled": "disabled a webhook endpoint",
  "webhook_endpoint.deleted": "deleted a webhook endpoint",
  "webhook_endpoint.secret_rotated": "rotated a webhook signing secret",
  "webhook_endpoint.tested": null,
  "webhook_endpoint.failed_replayed": null,
  "webhook_delivery.replayed": null,
  "refund.requested": null,
  "refund.approved": "approved a refund above the daily limit",
  "refund.cancelled": null,
  "refund.claim_reissued": null,
  "refund.sign_link_issued": null,
  "checkout.created": null,
  "checkout.cancelled": null,
  "checkout.payment_accepted": null,
  // Entries written before partial payments could be accepted.
  "checkout.late_payment_accepted": null,
  "checkout.excess_dismissed": null,
  "payment_link.created": "created a payment link",
  "payment_link.changed": "changed a payment link",
  "payment_link.disabled": "disabled a payment link",
  "settlement.requested": null,
  "stray.returned": null,
  "stray.counted": null,
  "stray.swept": null,
  "test_tool.used": null,
  "incident.closed": null,
  "project.created": null,
  "project.deleted": "deleted the project",
  "project.setting_changed": "changed a setting",
  "project.api_key_narrowed": "limited what the API key can list",
  "project.logo_changed": "changed the logo",
  "project.logo_removed": "removed the logo",
  "project.limit_changed": "changed the server rate limit",
  "project.accent_changed": "changed the accent colour",
  "project.origin_allowed": "allowed an origin",
  "project.origin_forbidden": "removed an allowed origin",
  "project.wallet_change_requested": null,
  "project.wallet_change_cancelled": "cancelled a settlement wallet change",
  "project.settlement_wallet_changed": "changed the settlement wallet",
  "team.invited": "invited a person",
  "team.invitation_renewed": "renewed an invitation",
  "team.invitation_revoked": "revoked an invitation",
  "team.joined": "joined the project",
  "team.role_changed": "changed a role",
  "team.removed": "removed a member",
  "team.left": "left the project",
} as const satisfies Readonly<Record<string, string | null>>;

const accountChanges = {
  "account.password_changed": "Your password was changed, and every other browser was signed out",
  "account.password_reset":
    "Your password was reset by a link, and every browser was signed out. Passkeys and linked wallets and accounts were removed",
  "account.second_factor_on": "Two-factor authentication was turned on",
  "account.second_factor_off": "Two-factor authentication was turned off",
  "account.recovery_codes_renewed": "Your recovery codes were replaced",
  "account.passkey_added": "A passkey was added and can now sign you in",
  "account.passkey_removed": "A passkey was removed and no longer signs you in",
  "account.wallet_linked": "A wallet was linked and can now sign you in",
  "account.wallet_unlinked": "Your wallet was unlinked and no longer signs you in",
} as const satisfies Readonly<Record<string, string>>;

/** What an e-mail says to the owner of an account about a change of how they sign in; null for other actions. */
export function accountChange(action: string): string | null {
  return Object.hasOwn(accountChanges, action) ? accountChanges[action as keyof typeof accountChanges] : null;
}

/** `account.…` is an action on one's own account; a chain's are of no project. */
export type AuditAction = keyof typeof auditActions | `account.${string}` | "chain.position-forgotten";

/**
 * The wording of the action in e-mails to owners; null without an e-mail. @example ownersRead("api_key.created") //
 * "created a key"
 */
export function ownersRead(action: string): string | null {
  return Object.hasOwn(auditActions, action) ? auditActions[action as keyof typeof auditActions] : null;
}
