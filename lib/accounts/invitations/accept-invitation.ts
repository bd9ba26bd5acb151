import type { InvitationStore } from "@/lib/accounts/invitation-store.port";
import type { ClientFacts } from "@/lib/accounts/session.store";
import type { SignedIn } from "@/lib/accounts/signed-in";
import { type ThrottleDeps, throttle } from "@/lib/accounts/throttle";
import type { HashClaimToken } from "@/lib/platform/claim-token.port";
import type { Clock } from "@/lib/platform/clock.port";
import { CheckoutError } from "@/lib/platform/errors.rules";

export type AcceptInvitationDeps = ThrottleDeps & {
  clock: Clock;
  hashClaimToken: HashClaimToken;
  invitations: Pick<InvitationStore, "acceptAs">;
};

/**
 * Lets somebody who is signed in into the project that they were invited to.
 *
 * @throws CheckoutError NOT_FOUND for a link that is not good, FORBIDDEN when it was sent to another address,
 *   RATE_LIMIT_EXCEEDED
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
      throw new CheckoutError("FORBIDDEN", "This invitation was sent to another address than yours.");
    case "gone":
      throw invitationOver();
  }
}

export function invitationOver(): CheckoutError {
  return new CheckoutError("NOT_FOUND", "This invitation was used, withdrawn, or is too old.");
}
