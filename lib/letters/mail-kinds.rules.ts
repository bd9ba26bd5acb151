/** E-mails that a project's owners and admins can choose to receive. */
export const projectMailKinds = [
  "endpoint.disabled",
  "checkout.late_paid",
  "checkout.paid",
  "payments.digest",
  "payments.weekly",
] as const;
export type ProjectMailKind = (typeof projectMailKinds)[number];

/** E-mails to the operator. */
type OperatorMailKind = "operator.gas_low" | "operator.incident";

/** E-mails about a project's members and wallet, which no one can turn off. */
type TeamMailKind =
  | "team.invitation"
  | "team.removed"
  | "team.role_lowered"
  | "team.keys_known"
  | "project.wallet_change"
  | "project.changed";

/** E-mails to a person about their own account. */
type AccountMailKind = "account.reset_link" | "account.changed" | "account.provider_linked";

/** A customer asked for money back: owners and admins always get it, since the customer's page says so. */
type RequestMailKind = "checkout.money_requested";

/** E-mails to a customer who gave an address for it: a receipt, and the link at which they name the refund's address. */
const customerMailKinds = ["checkout.receipt", "refund.claim_link"] as const;

export type MailKind =
  | ProjectMailKind
  | OperatorMailKind
  | TeamMailKind
  | AccountMailKind
  | RequestMailKind
  | (typeof customerMailKinds)[number];

/**
 * What is deleted of an e-mail once it is sent or given up: the text where its link grants access, and all of a
 * customer's.
 */
export const deletedWhenOver: readonly {
  kinds: readonly MailKind[];
  emptied: { body: ""; recipient?: "" };
}[] = [
  { kinds: ["team.invitation", "account.reset_link"], emptied: { body: "" } },
  { kinds: customerMailKinds, emptied: { body: "", recipient: "" } },
];

/**
 * A plain ASCII address of one mailbox, in a pattern that JavaScript and PostgreSQL read alike. Narrower than RFC 5321:
 * nothing in it can be read as a second recipient, a command or another header.
 */
export const mailAddressPattern =
  "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9]([A-Za-z0-9-]{0,62})([.][A-Za-z0-9]([A-Za-z0-9-]{0,62}))+$";

const mailAddress = new RegExp(mailAddressPattern);
const maxAddressLength = 254;

export function isMailAddress(text: string): boolean {
  // `$` matches only at the very end in JavaScript and PostgreSQL: no line break can follow.
  return text.length <= maxAddressLength && mailAddress.test(text);
}
