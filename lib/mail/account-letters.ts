import type { Letter } from "./mail.store";
import { describeTime, paragraphs } from "./plain-text";

/** The e-mail with the link to set a new password. */
export function resetLetter(email: string, link: string, at: Date): Letter {
  return {
    dedupeKey: `account.reset_link:${email}:${at.getTime()}`,
    kind: "account.reset_link",
    projectId: null,
    recipient: email,
    subject: "Set a new password",
    body: paragraphs(
      `Somebody asked for a new password for this address at ${describeTime(at)}. If it was you, set it here within an hour; the link works once:`,
      link,
      "If it was not you, do nothing: your password stays as it is.",
    ),
  };
}

/** Notifies the owner in case it was not them. */
export function passwordChangedLetter(person: { userId: string; email: string }, at: Date): Letter {
  return {
    dedupeKey: `account.password_changed:${person.userId}:${at.getTime()}`,
    kind: "account.password_changed",
    projectId: null,
    recipient: person.email,
    subject: "Your password was changed",
    body: paragraphs(
      `The password of your account was changed at ${describeTime(at)}, and every browser was signed out.`,
      'If it was not you, set another one at once by "Forgot your password?" on the sign-in page, and tell who runs the service.',
    ),
  };
}

const providerNames = { google: "Google", github: "GitHub" } as const;

/** From now on another service can sign the person in; the first time was by their address alone. */
export function providerLinkedLetter(
  person: { userId: string; email: string },
  { provider, endsOthers }: { provider: keyof typeof providerNames; endsOthers: boolean },
  at: Date,
): Letter {
  const name = providerNames[provider];
  return {
    dedupeKey: `account.provider_linked:${person.userId}:${provider}:${at.getTime()}`,
    kind: "account.provider_linked",
    projectId: null,
    recipient: person.email,
    subject: `${name} signs you in now`,
    body: paragraphs(
      `Your account was linked to the ${name} account with this e-mail address at ${describeTime(at)}.`,
      ...(endsOthers
        ? [
            "Nobody had shown before that this address is theirs. So the password, wallet and sessions from before are good no more: whoever chose them may have been somebody else. You can set a new password under your account; should it ask for a code of an app that is not yours, ask who runs the service.",
          ]
        : []),
      `If it was not you, look after your ${name} account and this mailbox, and tell who runs the service.`,
    ),
  };
}
