import type { Role } from "@/lib/accounts/roles.rules";

/** The words of a project's people. */
export const teamWords = {
  title: "Team",
  members: "Members",
  membersCaption: "The people of this project",
  person: "Person",
  role: "Role",
  joined: "Joined",
  secondFactor: "Second factor",
  on: "On",
  off: "Off",
  you: "You",
  actions: "Actions",
  change: "Change role",
  changeOf: (who: string) => `Change the role of ${who}`,
  changeTitle: (who: string) => `Role of ${who}`,
  changeSubmit: "Change role",
  remove: "Remove",
  removeOf: (who: string) => `Remove ${who}`,
  removeTitle: (who: string) => `Remove ${who}?`,
  removeText:
    "They lose the project at once. Invitations they sent are withdrawn, and so is a settlement wallet they asked for. Keys they made keep working: rotate those they may know.",
  removeSubmit: "Remove",
  serverKeys: (count: number) =>
    count === 1
      ? "1 server key that they made is in force."
      : `${count} server keys that they made are in force.`,
  serverKeysOwn: (count: number) =>
    count === 1
      ? "1 server key that you made is in force, and goes on."
      : `${count} server keys that you made are in force, and go on.`,
  serverKeysStay: "Keys go on whatever the role of who made them: rotate what they should not know.",
  serverKeysLink: "Server keys",
  leave: "Leave",
  leaveTitle: "Leave this project?",
  leaveText: "You lose it at once, and come back only by invitation.",
  leaveSubmit: "Leave the project",
  invitations: "Invitations",
  invitationsHint: "Each link works once, for seven days.",
  invitationsCaption: "Invitations that wait",
  invitationsNone: "Nobody is invited at the moment.",
  email: "E-mail address",
  emailHint: "The account that accepts has this address.",
  invitedBy: "Invited by",
  somebody: "Somebody who is gone",
  expires: "Good until",
  expired: "Expired",
  invite: "Invite somebody",
  inviteTitle: "Invite somebody",
  inviteSubmit: "Send the invitation",
  renew: "New link",
  renewOf: (email: string) => `New link for ${email}`,
  renewTitle: (email: string) => `New link for ${email}?`,
  renewText: "The link before is good no more.",
  renewSubmit: "Make a new link",
  revoke: "Withdraw",
  revokeOf: (email: string) => `Withdraw the invitation of ${email}`,
  revokeTitle: (email: string) => `Withdraw the invitation of ${email}?`,
  revokeText: "Its link is good no more.",
  sentTitle: "Invitation",
  sentMailed: (email: string) =>
    `A letter with the link is on its way to ${email}. Nobody else sees that link.`,
  sentNotMailed: (email: string) => `This service sends no e-mail. Hand this link to ${email} yourself.`,
  link: "invitation link",
  done: "Done",
  roleHints: {
    OWNER: "Everything, the wallet and deletion included.",
    ADMIN: "Settings, people, refunds and server keys, but not the wallet.",
    DEVELOPER: "Keys, webhooks, payment links and the request log.",
    VIEWER: "Looks, and saves lists as files.",
  } satisfies Record<Role, string>,
} as const;

/** The words of making a project. */
export const projectWords = {
  title: "New project",
  description: "A project is one shop: its own wallet, keys, payments and people.",
  name: "Name",
  nameHint: "Customers see it on the payment page.",
  wallet: "Settlement wallet",
  walletHint: "0x and 40 characters. You can change it later; a change waits 24 hours.",
  walletTitle: "What is a settlement wallet?",
  walletText: [
    "The address of a wallet whose key only you hold. What customers pay is passed on to it, on every network you accept.",
    "A wallet app, a hardware wallet or a Safe will do. A Safe has to exist on every network you accept, and in strict mode it signs one transaction per network to settle.",
    "Do not use an address that an exchange gave you: money that comes from a contract, or on another network, may never be credited there.",
  ],
  create: "Create project",
  notAllowed: "You cannot make projects here",
  notAllowedText:
    "Only who owns a project, or set up this service, makes new ones. Ask an owner to invite you to theirs: the link comes to your e-mail address.",
} as const;
