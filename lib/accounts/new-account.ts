import { requireGoodPassword } from "@/lib/accounts/password/password.rules";
import type { PasswordHasher } from "@/lib/accounts/password/password-hasher";
import type { ClientFacts } from "@/lib/accounts/sign-in/session.store";
import { type ThrottleDeps, throttle } from "@/lib/accounts/sign-in/sign-in";
import type { SignedIn } from "@/lib/accounts/sign-in/signed-in";
import type { Clock } from "@/lib/platform/clock";
import { hashClaimToken, type NewId, newClaimToken } from "@/lib/platform/ids";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { hourMs } from "@/lib/platform/values/time.rules";
import type { AccountTokenStore, PeopleStore } from "./people.store";
import type { Role } from "./roles.rules";

export type AcceptInvitationDeps = ThrottleDeps & {
  clock: Clock;
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
  const result = await deps.invitations.acceptAs(userId, hashClaimToken(token), deps.clock.now());
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
      throw new CheckoutError("CONFLICT", "This address already has an account. Sign in to accept.");
    case "gone":
      throw invitationOver();
  }
}

/** What a link invites to; null for an invalid one. Viewing does not accept: mail programs open links, too. */
export function viewInvitation(
  { clock, invitations }: { clock: Clock; invitations: Pick<InvitationStore, "find"> },
  token: string,
): Promise<Invited | null> {
  return invitations.find(hashClaimToken(token), clock.now());
}

/** What a link shows to anyone who opens it. */
export type Invited = {
  projectId: string;
  projectName: string;
  /** Its recipient, lower-case. */
  email: string;
  role: Role;
  /** Null for a deleted account. */
  invitedBy: string | null;
  expiresAt: Date;
  /** Whether an account has this address: then they sign in to accept. */
  hasAccount: boolean;
};

/** An invited person without an account. */
export type InvitedPerson = {
  userId: string;
  name: string | null;
  /** argon2id, PHC string. */
  passwordHash: string;
};

/** Invitations for their recipients: found by the token alone, which works once. */
export type InvitationStore = {
  /** Null for an unknown, expired, used or revoked link. Does not use it up. */
  find(tokenHash: string, now: Date): Promise<Invited | null>;
  /** An existing member keeps their role. `other_email`: it was sent to someone else. */
  acceptAs(
    userId: string,
    tokenHash: string,
    now: Date,
  ): Promise<{ kind: "accepted"; projectId: string } | { kind: "gone" } | { kind: "other_email" }>;
  /** Creates the account with the invitation's address, and the membership, in one transaction. */
  acceptAsNew(
    person: InvitedPerson,
    tokenHash: string,
    now: Date,
  ): Promise<{ kind: "accepted"; projectId: string } | { kind: "gone" } | { kind: "has_account" }>;
};

export type IssueSetupDeps = {
  clock: Clock;
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
  if (await deps.people.makeFirst(account, hashClaimToken(input.token), deps.clock.now())) return;
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
