/** Letters that a project's owners and admins can choose to get. */
export const projectMailKinds = ["endpoint.disabled", "checkout.late_paid", "payments.digest"] as const;
export type ProjectMailKind = (typeof projectMailKinds)[number];

/** Letters to anyone who runs the service. */
type OperatorMailKind = "operator.gas_low" | "operator.incident";

/** Letters of a project's people and its wallet, which no one can turn off. */
type TeamMailKind =
  | "team.invitation"
  | "team.removed"
  | "team.role_lowered"
  | "team.keys_known"
  | "project.wallet_change"
  | "project.changed";

/** Letters to someone about their own account. */
type AccountMailKind = "account.reset_link" | "account.password_changed" | "account.provider_linked";

/** Letters that hold a link by which someone gets in: nothing of them is kept once they have left. */
export const secretMailKinds: readonly MailKind[] = ["team.invitation", "account.reset_link"];

export type MailKind = ProjectMailKind | OperatorMailKind | TeamMailKind | AccountMailKind;

/**
 * A plain ASCII address of one mailbox, in what JavaScript's and PostgreSQL's expressions read alike. Narrower than
 * RFC 5321: nothing in it can be read as a second recipient, a command or another header.
 */
export const mailAddressPattern =
  "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9]([A-Za-z0-9-]{0,62})([.][A-Za-z0-9]([A-Za-z0-9-]{0,62}))+$";

const mailAddress = new RegExp(mailAddressPattern);
const maxAddressLength = 254;

export function isMailAddress(text: string): boolean {
  // JavaScript's `$` stands at the very end, PostgreSQL's too: no line break slips in behind it.
  return text.length <= maxAddressLength && mailAddress.test(text);
}
