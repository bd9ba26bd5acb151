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
      `We received a request for a new password for this address at ${describeTime(at)}. To set it, open this link within an hour. It works once:`,
      link,
      "If this wasn't you, ignore this e-mail. Your password stays the same.",
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
      `Your password was changed at ${describeTime(at)}, and every browser was signed out.`,
      'If this wasn\'t you, reset it now with "Forgot your password?" on the sign-in page, and tell the operator of this service.',
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
    subject: `${name} now signs you in`,
    body: paragraphs(
      `Your account was linked to the ${name} account with this e-mail address at ${describeTime(at)}.`,
      ...(endsOthers
        ? [
            "This is the first proof that you own this address. Someone else may have set the earlier password, wallet and sessions, so we removed them. You can set a new password on your account page. If it asks for a code from an app that isn't yours, contact the operator of this service.",
          ]
        : []),
      `If this wasn't you, secure your ${name} account and this mailbox, and tell the operator of this service.`,
    ),
  };
}
