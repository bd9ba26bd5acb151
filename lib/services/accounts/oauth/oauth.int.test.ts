import { afterAll, beforeAll, expect, test } from "vitest";
import { type AccountsWorld, openAccountsWorld } from "@/lib/testing/accounts-world";
import { newId, noon } from "@/lib/testing/builders";
import type { OauthProvider } from "../../ports/accounts/own-account-store";
import { authorizeByProvider } from "./authorize-by-provider";
import { unlinkProvider } from "./unlink-provider";

let world: AccountsWorld;

beforeAll(async () => {
  world = await openAccountsWorld();
});
afterAll(() => world.close());

function arrive(
  verifiedEmail: string | null,
  { provider = "google", subject = newId("usr") }: { provider?: OauthProvider; subject?: string } = {},
) {
  return authorizeByProvider(world.deps, { provider, subject, verifiedEmail });
}

test("someone whose verified address has an account is signed in, and linked from then on", async () => {
  const { userId, email } = await world.createUser();
  const subject = newId("usr");
  expect(await arrive(email.toUpperCase(), { subject })).toEqual({ userId });
  // The address at the provider may change; the link is by its own id.
  expect(await arrive("other@elsewhere.example", { subject })).toEqual({ userId });
  expect(await arrive(null, { subject })).toEqual({ userId });
  expect(await world.acts(userId)).toEqual(["account.provider_linked"]);
});

test("a stranger is not, and no account is made", async () => {
  const before = await world.stores.database.prisma.user.count();
  expect(await arrive("stranger@elsewhere.example")).toBeNull();
  expect(await world.stores.database.prisma.user.count()).toBe(before);
  expect(await world.stores.database.prisma.oauthAccount.count({ where: { provider: "github" } })).toBe(0);
});

test("nor is someone whose address the provider did not verify, though it has an account", async () => {
  const { email } = await world.createUser();
  expect(email).toContain("@");
  expect(await arrive(null)).toBeNull();
});

test("the same id at another provider is somebody else", async () => {
  const { email } = await world.createUser();
  const subject = newId("usr");
  await arrive(email, { subject });
  expect(await arrive(null, { subject, provider: "github" })).toBeNull();
});

test("a second account at the provider under the same address does not get in", async () => {
  const { userId, email } = await world.createUser();
  expect(await arrive(email)).toEqual({ userId });
  expect(await arrive(email)).toBeNull();
  expect(await arrive(email, { provider: "github" })).toEqual({ userId });
});

test("of two that arrive first at the same time one is linked, and the same one twice is signed in twice", async () => {
  const [first, second] = [await world.createUser(), await world.createUser()];
  const rivals = await Promise.all([arrive(first.email), arrive(first.email)]);
  expect(rivals.filter((found) => found !== null)).toEqual([{ userId: first.userId }]);
  const subject = newId("usr");
  const twice = await Promise.all([arrive(second.email, { subject }), arrive(second.email, { subject })]);
  expect(twice).toEqual([{ userId: second.userId }, { userId: second.userId }]);
});

test("someone disabled is let in neither by link nor by address, nor does their link pass to another", async () => {
  const [gone, other] = [await world.createUser(), await world.createUser()];
  const subject = newId("usr");
  await arrive(gone.email, { subject });
  await world.stores.database.prisma.user.update({ where: { id: gone.userId }, data: { disabledAt: noon } });
  expect(await arrive(gone.email, { subject })).toBeNull();
  expect(await arrive(gone.email)).toBeNull();
  expect(await arrive(other.email, { subject })).toBeNull();
});

test("unlinked it signs in no more by its id; the only way in cannot be unlinked", async () => {
  const { userId, email } = await world.createUser();
  const subject = newId("usr");
  await arrive(email, { subject });
  await unlinkProvider(world.deps, userId, "github");
  await unlinkProvider(world.deps, userId, "google");
  expect(await arrive(null, { subject })).toBeNull();
  expect(await world.acts(userId)).toEqual(["account.provider_linked", "account.provider_unlinked"]);

  const bare = await world.createUser({ passwordHash: null });
  await arrive(bare.email);
  await expect(unlinkProvider(world.deps, bare.userId, "google")).rejects.toMatchObject({ code: "CONFLICT" });
});
