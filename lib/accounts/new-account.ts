import { requireGoodPassword } from "@/lib/accounts/password/passwords";
import type { ClientFacts } from "@/lib/accounts/sign-in/session.store";
import { throttle } from "@/lib/accounts/sign-in/sign-in";
import { fault } from "@/lib/platform/faults/fault.rules";
import { hashClaimToken, newClaimToken } from "@/lib/platform/ids";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { hourMs } from "@/lib/platform/values/time.rules";
import type { AccountParts, Invited, PeopleParts } from "./accounts.parts";

/**
 * Adds a signed-in person to the project that invited them.
 *
 * @throws CheckoutError NOT_FOUND for an invalid link, FORBIDDEN when it was sent to another address,
 * RATE_LIMIT_EXCEEDED
 */
export async function acceptInvitation(
  deps: AccountParts,
  { userId }: { userId: string },
  token: string,
  client: ClientFacts,
): Promise<{ projectId: string }> {
  await throttle(deps, "invitation", null, client);
  const result = await deps.invitations.acceptAs(userId, hashClaimToken(token), deps.clock.now());
  switch (result.kind) {
    case "accepted":
      return { projectId: result.projectId };
    case "other_email":
      throw new CheckoutError("FORBIDDEN", fault("accounts.invitedAnother"));
    case "gone":
      throw invitationOver();
  }
}

function invitationOver(): CheckoutError {
  return new CheckoutError("NOT_FOUND", fault("accounts.invitationOver"));
}

/**
 * Creates an account for an invited person without one, and adds them to the project.
 *
 * @returns the address that was invited, which is the account's
 * @throws CheckoutError NOT_FOUND for an invalid link, CONFLICT when an account has the address, VALIDATION_ERROR for
 * the password, RATE_LIMIT_EXCEEDED
 */
export async function joinByInvitation(
  deps: AccountParts,
  { token, name, password }: { token: string; name: string | null; password: string },
  client: ClientFacts,
): Promise<{ email: string; projectId: string }> {
  await throttle(deps, "invitation", null, client);
  const hash = hashClaimToken(token);
  const invited = await deps.invitations.find(hash, deps.clock.now());
  if (invited === null) throw invitationOver();
  requireGoodPassword(password, invited.email);
  const passwordHash = await deps.passwords.hash(password);
  const person = { userId: deps.newId("usr"), name, passwordHash };
  const result = await deps.invitations.acceptAsNew(person, hash, deps.clock.now());
  switch (result.kind) {
    case "accepted":
      return { email: invited.email, projectId: result.projectId };
    case "has_account":
      throw new CheckoutError("CONFLICT", fault("accounts.hasAccount"));
    case "gone":
      throw invitationOver();
  }
}

/** What a link invites to; null for an invalid one. Viewing does not accept: mail programs open links, too. */
export function viewInvitation({ clock, invitations }: AccountParts, token: string): Promise<Invited | null> {
  return invitations.find(hashClaimToken(token), clock.now());
}

export const setupTokenHours = 24;

/**
 * A token that creates the first account; earlier ones stop working.
 *
 * @returns null once there is an account: from then on people join by invitation only
 */
export async function issueSetupToken({ clock, people, accountTokens }: PeopleParts): Promise<string | null> {
  if (await people.exist()) return null;
  const { token, hash } = newClaimToken();
  const at = clock.now();
  const expiresAt = new Date(at.getTime() + setupTokenHours * hourMs);
  await accountTokens.replace({ hash, purpose: "SETUP", userId: null, at, expiresAt });
  return token;
}

/**
 * Creates the first account of this service, by the token that its start printed.
 *
 * @param input.email lower-case
 * @throws CheckoutError VALIDATION_ERROR for the password or the token, CONFLICT once there is an account,
 * RATE_LIMIT_EXCEEDED
 */
export async function makeFirstAccount(
  deps: AccountParts,
  input: { token: string; email: string; name: string | null; password: string },
  client: ClientFacts,
): Promise<void> {
  await throttle(deps, "setup", null, client);
  if (await deps.people.exist()) throw alreadySetUp();
  const { email, name, password } = input;
  requireGoodPassword(password, email);
  const userId = deps.newId("usr");
  const passwordHash = await deps.passwords.hash(password);
  const account = { userId, email, name, passwordHash };
  if (await deps.people.makeFirst(account, hashClaimToken(input.token), deps.clock.now())) return;
  if (await deps.people.exist()) throw alreadySetUp();
  throw new CheckoutError("VALIDATION_ERROR", fault("accounts.wrongSetupToken"), { param: "token" });
}

function alreadySetUp(): CheckoutError {
  return new CheckoutError("CONFLICT", fault("accounts.firstExists"));
}
