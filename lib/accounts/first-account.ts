import type { AccountTokenStore } from "@/lib/accounts/password/account-token.store";
import { requireGoodPassword } from "@/lib/accounts/password/password.rules";
import type { PasswordHasher } from "@/lib/accounts/password/password-hasher";
import type { ClientFacts } from "@/lib/accounts/sign-in/session.store";
import { type ThrottleDeps, throttle } from "@/lib/accounts/sign-in/throttle";
import type { HashClaimToken, NewClaimToken } from "@/lib/platform/claim-token";
import type { Clock } from "@/lib/platform/clock";
import type { NewId } from "@/lib/platform/ids";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { hourMs } from "@/lib/platform/values/time.rules";
import type { PeopleStore } from "./people.store";

export type IssueSetupDeps = {
  clock: Clock;
  newClaimToken: NewClaimToken;
  people: Pick<PeopleStore, "exist">;
  accountTokens: Pick<AccountTokenStore, "replace">;
};

export const setupTokenHours = 24;

/**
 * A token that creates the first account; earlier ones stop working.
 *
 * @returns null once there is an account: from then on people join by invitation only
 */
export async function issueSetupToken({
  clock,
  newClaimToken,
  people,
  accountTokens,
}: IssueSetupDeps): Promise<string | null> {
  if (await people.exist()) return null;
  const { token, hash } = newClaimToken();
  const at = clock.now();
  const expiresAt = new Date(at.getTime() + setupTokenHours * hourMs);
  await accountTokens.replace({ hash, purpose: "SETUP", userId: null, at, expiresAt });
  return token;
}

export type MakeFirstDeps = ThrottleDeps & {
  clock: Clock;
  newId: NewId;
  hashClaimToken: HashClaimToken;
  people: Pick<PeopleStore, "exist" | "makeFirst">;
  passwords: Pick<PasswordHasher, "hash">;
};

/**
 * Creates the first account of this service, by the token that its start printed.
 *
 * @param input.email lower-case
 * @throws CheckoutError VALIDATION_ERROR for the password or the token, CONFLICT once there is an account,
 * RATE_LIMIT_EXCEEDED
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
    "This setup token is wrong or has expired. Use the one from the service's last start.",
    { param: "token" },
  );
}

function alreadySetUp(): CheckoutError {
  return new CheckoutError("CONFLICT", "The first account already exists. Ask its owner to invite you.");
}
