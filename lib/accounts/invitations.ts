import { requireGoodPassword } from "@/lib/accounts/password/password.rules";
import type { PasswordHasher } from "@/lib/accounts/password/password-hasher";
import type { ClientFacts } from "@/lib/accounts/sign-in/session.store";
import type { SignedIn } from "@/lib/accounts/sign-in/signed-in";
import { type ThrottleDeps, throttle } from "@/lib/accounts/sign-in/throttle";
import type { HashClaimToken } from "@/lib/platform/claim-token";
import type { Clock } from "@/lib/platform/clock";
import type { NewId } from "@/lib/platform/ids";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { InvitationStore, Invited } from "./invitation-store.port";

export type AcceptInvitationDeps = ThrottleDeps & {
  clock: Clock;
  hashClaimToken: HashClaimToken;
  invitations: Pick<InvitationStore, "acceptAs">;
};

/**
 * Adds a signed-in person to the project that invited them.
 *
 * @throws CheckoutError NOT_FOUND for an invalid link, FORBIDDEN when it was sent to another address,
 * RATE_LIMIT_EXCEEDED
 */
export async function acceptInvitation(
  deps: AcceptInvitationDeps,
  { userId }: Pick<SignedIn, "userId">,
  token: string,
  client: ClientFacts,
): Promise<{ projectId: string }> {
  await throttle(deps, "invitation", null, client);
  const result = await deps.invitations.acceptAs(userId, deps.hashClaimToken(token), deps.clock.now());
  switch (result.kind) {
    case "accepted":
      return { projectId: result.projectId };
    case "other_email":
      throw new CheckoutError("FORBIDDEN", "This invitation was sent to another address.");
    case "gone":
      throw invitationOver();
  }
}

function invitationOver(): CheckoutError {
  return new CheckoutError("NOT_FOUND", "This invitation was used, was revoked or has expired.");
}

export type JoinDeps = ThrottleDeps & {
  clock: Clock;
  newId: NewId;
  hashClaimToken: HashClaimToken;
  invitations: Pick<InvitationStore, "find" | "acceptAsNew">;
  passwords: Pick<PasswordHasher, "hash">;
};

/**
 * Creates an account for an invited person without one, and adds them to the project.
 *
 * @returns the address that was invited, which is the account's
 * @throws CheckoutError NOT_FOUND for an invalid link, CONFLICT when an account has the address, VALIDATION_ERROR for
 * the password, RATE_LIMIT_EXCEEDED
 */
export async function joinByInvitation(
  deps: JoinDeps,
  { token, name, password }: { token: string; name: string | null; password: string },
  client: ClientFacts,
): Promise<{ email: string; projectId: string }> {
  await throttle(deps, "invitation", null, client);
  const hash = deps.hashClaimToken(token);
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
      throw new CheckoutError("CONFLICT", "This address already has an account. Sign in to accept.");
    case "gone":
      throw invitationOver();
  }
}

/** What a link invites to; null for an invalid one. Viewing does not accept: mail programs open links, too. */
export function viewInvitation(
  {
    clock,
    hashClaimToken,
    invitations,
  }: { clock: Clock; hashClaimToken: HashClaimToken; invitations: Pick<InvitationStore, "find"> },
  token: string,
): Promise<Invited | null> {
  return invitations.find(hashClaimToken(token), clock.now());
}
