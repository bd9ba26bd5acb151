import type { PasswordHasher } from "@/lib/accounts/password-hasher.port";
import type { PeopleStore } from "@/lib/accounts/people.store";
import { requireGoodPassword } from "@/lib/accounts/require-good-password";
import type { ClientFacts } from "@/lib/accounts/session.store";
import { type ThrottleDeps, throttle } from "@/lib/accounts/throttle";
import type { HashClaimToken } from "@/lib/platform/claim-token.port";
import type { Clock } from "@/lib/platform/clock.port";
import { CheckoutError } from "@/lib/platform/errors.rules";
import type { NewId } from "@/lib/platform/ids.port";

export type MakeFirstDeps = ThrottleDeps & {
  clock: Clock;
  newId: NewId;
  hashClaimToken: HashClaimToken;
  people: Pick<PeopleStore, "exist" | "makeFirst">;
  passwords: Pick<PasswordHasher, "hash">;
};

/**
 * Makes the first account of this service, by the token that its start printed.
 *
 * @param input.email lower-case
 * @throws CheckoutError VALIDATION_ERROR for the password or the token, CONFLICT once there is an account,
 *   RATE_LIMIT_EXCEEDED
 */
export async function makeFirstAccount(
  deps: MakeFirstDeps,
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
  if (await deps.people.makeFirst(account, deps.hashClaimToken(input.token), deps.clock.now())) return;
  if (await deps.people.exist()) throw alreadySetUp();
  throw new CheckoutError(
    "VALIDATION_ERROR",
    "This is not the token of the service's last start, or it is too old.",
    { param: "token" },
  );
}

function alreadySetUp(): CheckoutError {
  return new CheckoutError("CONFLICT", "The first account was made already. Others come by invitation.");
}
