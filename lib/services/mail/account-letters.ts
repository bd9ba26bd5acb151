import type { Letter } from "../ports/mail-store";
import { describeTime, paragraphs } from "./plain-text";

/** By which somebody sets a new password. */
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

/** Whoever did not do it themselves learns of it. */
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
