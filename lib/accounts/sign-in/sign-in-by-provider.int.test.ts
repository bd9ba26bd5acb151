import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import type { AccountParts } from "@/lib/accounts/accounts.parts";
import { authorizeByProvider, unlinkProvider } from "@/lib/accounts/sign-in/sign-in-by-provider";
import type { OauthProvider } from "@/lib/accounts/sign-in/signed-in";
import { later, newId, noon } from "@/lib/testing/builders";
import { changedBefore } from "@/lib/testing/gate";
import { partsOf } from "@/lib/testing/parts";
import { fileWorld } from "@/lib/testing/world";
import { passwordProof, peopleOf } from "@/lib/testing/world/people";

const world = await fileWorld();
const people = peopleOf(world);

function arrive(
  verifiedEmail: string | null,
  {
    provider = "google",
    subject = newId("usr"),
    signedInAs = null,
  }: { provider?: OauthProvider; subject?: string; signedInAs?: string | null } = {},
  deps = people.deps,
) {
  // A letter is written in the transaction of what it tells, or a crash between the two would keep it back for good.
  const write = () => Promise.reject(new Error("outside of the transaction"));
  const { mail } = partsOf<AccountParts>({ mail: { letters: { write } } });
  return authorizeByProvider({ ...deps, mail }, { provider, subject, verifiedEmail }, signedInAs);
}

/** What is left of the ways into someone's account. */
async function waysInto(userId: string) {
  const { prisma } = world.stores.database;
  const person = await prisma.user.findUniqueOrThrow({
    where: { id: userId },
    include: { oauthAccounts: true },
  });
  return {
    password: person.passwordHash,
    wallet: person.walletAddress,
    totp: person.totpSecret,
    links: person.oauthAccounts.map(({ provider }) => provider),
    sessions: await prisma.session.count({ where: { userId, revokedAt: null } }),
    tokens: await prisma.accountToken.count({ where: { userId, usedAt: null } }),
    proven: person.emailProvenAt !== null,
  };
}

/** Someone with every way into an account that its maker could have prepared. */
async function prepared(emailProvenAt: Date | null) {
  const person = await people.createUser();
  const { userId } = person;
  wallets += 1;
  const walletAddress = `0x${wallets.toString(16).padStart(40, "0")}`;
  await world.stores.database.prisma.user.update({
    where: { id: userId },
    data: { emailProvenAt, walletAddress, totpSecret: "sealed", totpEnabledAt: noon },
  });
  await people.openSession(userId);
  for (const purpose of ["PASSWORD_RESET", "SECOND_FACTOR"] as const)
    await world.stores.database.prisma.accountToken.create({
      data: { hash: randomBytes(32).toString("hex"), purpose, userId, expiresAt: later(60_000) },
    });
  return { ...person, walletAddress };
}
let wallets = 0;

test("someone whose verified address has an account is signed in, and linked from then on", async () => {
  const { userId, email } = await people.createUser();
  const subject = newId("usr");
  expect(await arrive(email.toUpperCase(), { subject })).toEqual({ userId });
  // The address at the provider may change; the link is by its own id.
  expect(await arrive("other@elsewhere.example", { subject })).toEqual({ userId });
  expect(await arrive(null, { subject })).toEqual({ userId });
  expect(await people.acts(userId)).toEqual(["account.provider_linked", "account.other_ways_in_ended"]);
});

test("ends the sessions and password of an account whose address was never verified, once the provider proves its owner", async () => {
  const { userId, email } = await prepared(null);
  const [other] = [await prepared(null)];
  expect(await arrive(email)).toEqual({ userId });
  const left = { password: null, wallet: null, links: ["google"], sessions: 0, tokens: 0 };
  // A second factor lets no one in; the operator can take it away.
  expect(await waysInto(userId)).toEqual({ ...left, totp: "sealed", proven: true });
  expect(await people.acts(userId)).toEqual(["account.provider_linked", "account.other_ways_in_ended"]);
  expect(await waysInto(other.userId)).toMatchObject({
    password: passwordProof.passwordHash,
    sessions: 1,
    tokens: 2,
  });
  const letters = await world.stores.database.prisma.mailMessage.findMany({ where: { recipient: email } });
  expect(letters).toMatchObject([
    { kind: "account.provider_linked", subject: "Stablecoin Checkout: you can now sign in with Google" },
  ]);
  expect(letters[0]?.body).toContain("so we removed them");

  // From then on the address is proven: what its owner sets up themselves stays.
  const { walletAddress } = other;
  await world.stores.database.prisma.user.update({
    where: { id: other.userId },
    data: { walletAddress: null },
  });
  await world.stores.database.prisma.user.update({
    where: { id: userId },
    data: { passwordHash: "$argon2id$y", walletAddress },
  });
  await people.openSession(userId);
  expect(await arrive(email, { provider: "github" })).toEqual({ userId });
  expect(await waysInto(userId)).toMatchObject({
    password: "$argon2id$y",
    wallet: walletAddress,
    links: ["google", "github"],
    sessions: 1,
  });
});

test.each(["its address was proven", "its own browser links the service"])(
  "the password and sessions of an account stay when %s",
  async (why) => {
    const isProven = why.includes("proven");
    const { userId, email } = await prepared(isProven ? noon : null);
    expect(await arrive(email, { signedInAs: isProven ? null : userId })).toEqual({ userId });
    expect(await waysInto(userId)).toMatchObject({
      password: passwordProof.passwordHash,
      wallet: expect.any(String),
      sessions: 1,
      tokens: 2,
      proven: true,
    });
  },
);

test("another browser or an abandoned link ends nothing for the account's owner", async () => {
  const [owner, stranger] = [await prepared(null), await people.createUser()];
  const subject = newId("usr");
  await arrive(stranger.email, { subject });
  // Linked to the stranger already.
  await world.stores.database.prisma.user.update({
    where: { id: stranger.userId },
    data: { disabledAt: noon },
  });
  expect(await arrive(owner.email, { subject })).toBeNull();
  expect(await waysInto(owner.userId)).toMatchObject({ sessions: 1, tokens: 2, proven: false });
  // A stranger's session is no proof of this account.
  expect(await arrive(owner.email, { signedInAs: stranger.userId })).toEqual({ userId: owner.userId });
  expect(await waysInto(owner.userId)).toMatchObject({ password: null, sessions: 0 });
});

test("refuses a stranger and creates no account", async () => {
  const { user, oauthAccount } = world.stores.database.prisma;
  const before = [await user.count(), await oauthAccount.count()];
  expect(await arrive("stranger@elsewhere.example")).toBeNull();
  // The provider did not verify an address.
  expect(await arrive(null)).toBeNull();
  expect([await user.count(), await oauthAccount.count()]).toEqual(before);
});

test("the same id at another provider is a different person", async () => {
  const { email } = await people.createUser();
  const subject = newId("usr");
  await arrive(email, { subject });
  expect(await arrive(null, { subject, provider: "github" })).toBeNull();
});

test("a second account at the provider under the same address does not get in", async () => {
  const { userId, email } = await people.createUser();
  expect(await arrive(email)).toEqual({ userId });
  expect(await arrive(email)).toBeNull();
  expect(await arrive(email, { provider: "github" })).toEqual({ userId });
});

test("authorizeByProvider under the lock: another account of the provider was linked", async () => {
  const { userId, email } = await people.createUser();
  const [subject, other] = [newId("usr"), newId("usr")];
  const late = await changedBefore(
    people.deps,
    "lock",
    () => arrive(email, { subject }),
    (deps) => arrive(email, { subject: other }, deps),
  );
  expect(late).toBeNull();
  expect(await people.deps.ownAccounts.find(userId)).toMatchObject({ links: [{ subject }] });
});

test("authorizeByProvider under the lock: the same account was linked", async () => {
  const { userId, email } = await people.createUser();
  const subject = newId("usr");
  const late = await changedBefore(
    people.deps,
    "lock",
    () => arrive(email, { subject }),
    (deps) => arrive(email, { subject }, deps),
  );
  expect(late).toEqual({ userId });
  expect(await people.deps.ownAccounts.find(userId)).toMatchObject({ links: [{ subject }] });
});

test("authorizeByProvider under the lock: the account was disabled", async () => {
  const { userId, email } = await people.createUser();
  const late = await changedBefore(
    people.deps,
    "lock",
    () => world.stores.database.prisma.user.update({ where: { id: userId }, data: { disabledAt: noon } }),
    (deps) => arrive(email, {}, deps),
  );
  expect(late).toBeNull();
});

test("authorizeByProvider under the lock: it was linked to another person", async () => {
  const [one, other] = [await people.createUser(), await people.createUser()];
  const subject = newId("usr");
  const late = await changedBefore(
    people.deps,
    "lock",
    () => arrive(other.email, { subject }),
    (deps) => arrive(one.email, { subject }, deps),
  );
  expect(late).toBeNull();
  expect(await people.acts(one.userId)).toEqual([]);
});

test("refuses a disabled account by link and by address, and doesn't pass its link to another account", async () => {
  const [gone, other] = [await people.createUser(), await people.createUser()];
  const subject = newId("usr");
  await arrive(gone.email, { subject });
  await world.stores.database.prisma.user.update({ where: { id: gone.userId }, data: { disabledAt: noon } });
  expect(await arrive(gone.email, { subject })).toBeNull();
  expect(await arrive(gone.email)).toBeNull();
  expect(await arrive(other.email, { subject })).toBeNull();
});

test("refuses an unlinked provider account; refuses to unlink the only way to sign in", async () => {
  const { userId, email } = await people.createUser();
  const subject = newId("usr");
  await arrive(email, { subject, signedInAs: userId });
  await unlinkProvider(people.deps, userId, "github");
  await unlinkProvider(people.deps, userId, "google");
  expect(await arrive(null, { subject })).toBeNull();
  expect(await people.acts(userId)).toEqual(["account.provider_linked", "account.provider_unlinked"]);

  const bare = await people.createUser({ passwordHash: null });
  await arrive(bare.email);
  await expect(unlinkProvider(people.deps, bare.userId, "google")).rejects.toMatchObject({
    code: "CONFLICT",
  });
});
