import type { InvitationStore } from "@/lib/accounts/invitation-store.port";
import type { PasswordHasher } from "@/lib/accounts/password-hasher.port";
import { requireGoodPassword } from "@/lib/accounts/require-good-password";
import type { ClientFacts } from "@/lib/accounts/session.store";
import { type ThrottleDeps, throttle } from "@/lib/accounts/throttle";
import type { HashClaimToken } from "@/lib/platform/claim-token.port";
import type { Clock } from "@/lib/platform/clock.port";
import { CheckoutError } from "@/lib/platform/errors.rules";
import type { NewId } from "@/lib/platform/ids.port";
import { invitationOver } from "./accept-invitation";

export type JoinDeps = ThrottleDeps & {
  clock: Clock;
  newId: NewId;
  hashClaimToken: HashClaimToken;
  invitations: Pick<InvitationStore, "find" | "acceptAsNew">;
  passwords: Pick<PasswordHasher, "hash">;
};

/**
 * Makes an account for somebody who was invited and has none, and lets them into the project.
 *
 * @returns the address that the invitation went to, which the account has
 * @throws CheckoutError NOT_FOUND for a link that is not good, CONFLICT where there is an account with the address,
 *   VALIDATION_ERROR for the password, RATE_LIMIT_EXCEEDED
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
      throw new CheckoutError("CONFLICT", "There is an account with this address. Sign in to accept.");
    case "gone":
      throw invitationOver();
  }
}
