/** The words at the door of the dashboard. */
export const signInWords = {
  brand: "Stablecoin Checkout",
  email: "E-mail",
  password: "Password",
  newPassword: "New password",
  newPasswordHint: "At least 12 characters. A few words that nobody would guess do well.",
  name: "Your name",
  optional: "optional",
  show: "Show",
  hide: "Hide",
  showPassword: "Show password",
  hidePassword: "Hide password",
  capsLock: "Caps Lock is on.",
  needsScript: "These pages need JavaScript.",

  signIn: {
    title: "Sign in",
    submit: "Sign in",
    forgot: "Forgot your password?",
    or: "or",
    demo: "This is a demo. Its login stands in the terminal that started it, and in .data/demo.json.",
    invitationOnly: "New here? People join by an invitation from a project's team.",
  },
  code: {
    title: "Enter your code",
    explanation: "Your account has a second factor. Open your authenticator app.",
    label: "Six-digit code",
    hint: "Without your device: type one of your recovery codes.",
    submit: "Go on",
    back: "Sign in as somebody else",
  },
  notices: {
    reset: "Your password is set, and every browser was signed out. Sign in with it.",
    signedOut: "You are signed out.",
  },
  problems: {
    AccessDenied: "This account may not sign in here. Ask a project's team for an invitation.",
    OAuthAccountNotLinked:
      "This account is not linked to anybody here. Sign in otherwise, and link it under your account.",
    other: "The other service did not let you in. Try again, or sign in otherwise.",
  },
  setup: {
    title: "Set up the dashboard",
    explanation: "You make the first account. Others then come by invitation.",
    token: "Setup token",
    tokenHint:
      "The service printed it when it started. A lost one is made anew by: npm run admin -- setup-token",
    submit: "Create account",
  },
  reset: {
    title: "Reset your password",
    explanation:
      "Tell your e-mail address. If there is an account with it, you get a link that works for an hour.",
    submit: "Send link",
    sentTitle: "Look into your mailbox",
    sent: "If there is an account with this address, a link is on its way. It works once, and for an hour.",
    again: "Nothing came? Look among unwanted mail, or try again in some minutes.",
    noMail:
      "This service sends no mail. Ask who runs it for a link: npm run admin -- reset-link <your e-mail address>",
    back: "Back to sign-in",
    setTitle: "Set a new password",
    setExplanation: "Every browser is signed out, and you sign in with the new one.",
    setSubmit: "Set password",
    overTitle: "This link does not work any more",
    over: "It was used, or is too old. Ask for another.",
    anew: "Ask for another link",
  },
  invitation: {
    title: (project: string) => `Join ${project}`,
    asks: (by: string | null, role: string) =>
      by === null ? `You are invited as ${role}.` : `${by} invites you as ${role}.`,
    sentTo: "Sent to",
    accept: "Join",
    signInFirst: "There is an account with this address. Sign in, and you come back here.",
    signIn: "Sign in",
    otherPerson: (email: string) =>
      `You are signed in as ${email}. This invitation was sent to another address.`,
    signOut: "Sign out",
    create: "Create account and join",
    overTitle: "This invitation does not work any more",
    over: "It was used, withdrawn, or is too old. Ask who invited you for another.",
    roles: { OWNER: "owner", ADMIN: "admin", DEVELOPER: "developer", VIEWER: "viewer" },
  },
} as const;
