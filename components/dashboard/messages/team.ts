import type { Role } from "@/lib/accounts/roles.rules";

/** The words of the team. */
export const teamWords = {
  title: "Team",
  members: "Members",
  membersCaption: "Members of this project",
  person: "Person",
  role: "Role",
  joined: "Joined",
  secondFactor: "Two-factor",
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
    "They lose access at once. We revoke invitations they sent and cancel a settlement wallet change they requested. Keys they created keep working: rotate any they may know.",
  removeSubmit: "Remove",
  serverKeys: (count: number) =>
    count === 1
      ? "1 server key they created is active."
      : `${count.toLocaleString("en")} server keys they created are active.`,
  serverKeysOwn: (count: number) =>
    count === 1
      ? "1 server key you created is active and keeps working."
      : `${count.toLocaleString("en")} server keys you created are active and keep working.`,
  serverKeysStay: "Keys keep working when a role changes: rotate any they shouldn't know.",
  serverKeysLink: "Server keys",
  leave: "Leave",
  leaveTitle: "Leave this project?",
  leaveText: "You lose access at once. To come back, you need an invitation.",
  leaveSubmit: "Leave project",
  invitations: "Invitations",
  invitationsHint: "Each link works once, for seven days.",
  invitationsCaption: "Pending invitations",
  invitationsNone: "No pending invitations.",
  email: "E-mail address",
  emailHint: "The person joins with an account that has this address.",
  invitedBy: "Invited by",
  somebody: "A former member",
  expires: "Expires",
  expired: "Expired",
  invite: "Invite a person",
  inviteTitle: "Invite a person",
  inviteSubmit: "Send invitation",
  renew: "New link",
  renewOf: (email: string) => `New link for ${email}`,
  renewTitle: (email: string) => `New link for ${email}?`,
  renewText: "The previous link stops working.",
  renewSubmit: "Create new link",
  revoke: "Revoke",
  revokeOf: (email: string) => `Revoke the invitation of ${email}`,
  revokeTitle: (email: string) => `Revoke the invitation of ${email}?`,
  revokeText: "Its link stops working.",
  sentTitle: "Invitation",
  sentMailed: (email: string) => `We're e-mailing the link to ${email}. No one else can see it.`,
  sentNotMailed: (email: string) => `This service doesn't send e-mail. Send this link to ${email} yourself.`,
  link: "invitation link",
  done: "Done",
  roleHints: {
    OWNER: "Everything, including the wallet and deleting the project.",
    ADMIN: "Settings, people, refunds and server keys, but not the wallet.",
    DEVELOPER: "Keys, webhooks, payment links and the request log.",
    VIEWER: "Views everything and exports lists.",
  } satisfies Record<Role, string>,
} as const;

/** The words of creating a project. */
export const projectWords = {
  title: "New project",
  description: "A project is one shop, with its own wallet, keys, payments and people.",
  name: "Name",
  nameHint: "Customers see it on the payment page.",
  wallet: "Settlement wallet",
  walletHint: "0x and 40 characters. You can change it later; a change waits 24 hours.",
  walletTitle: "What is a settlement wallet?",
  walletText: [
    "The address of a wallet whose key only you hold. We send your customers' payments to it, on every network you accept.",
    "Use a wallet app, a hardware wallet or a Safe. A Safe has to exist on every network you accept. In strict mode, it signs one transaction per network to settle.",
    "Don't use an exchange's deposit address: the exchange may never credit money from a contract or on another network.",
  ],
  create: "Create project",
  notAllowed: "You can't create projects here",
  notAllowedText:
    "Only project owners, and the person who set up this service, can create projects. To join a project, ask its owner to invite you.",
} as const;
